import { m } from "#messages";
import { getMail, shown } from "#server/auth/credentials/mails.ts";
import type { Mail } from "#server/mail/mailer.ts";

export const invitationMail = (
  to: string,
  { inviter, name, role }: { inviter: string; name: string; role: string },
  url: string,
): Mail =>
  getMail(to, {
    subject: m.mail_invitation_subject(),
    lines: [m.mail_invitation_text({ inviter: shown(inviter), platoon: shown(name), role })],
    action: { label: m.mail_invitation_action(), url },
    end: m.mail_invitation_end(),
  });

/** What is new in a platoon; `more` entries are not among the lines. */
export const digestMail = (
  to: { name: string; email: string },
  { platoon, lines, more }: { platoon: string; lines: readonly string[]; more: number },
  url: string,
): Mail =>
  getMail(to.email, {
    subject: m.mail_digest_subject({ platoon: shown(platoon) }),
    lines: [
      m.mail_hello({ name: shown(to.name) }),
      ...lines.map((line) => line.replace(/[<>]/g, "").replace(/[.:/@](?=\S)/g, "$& ")),
      ...(more > 0 ? [m.mail_digest_more({ count: more })] : []),
    ],
    action: { label: m.mail_digest_action(), url },
    end: m.mail_digest_end(),
  });
