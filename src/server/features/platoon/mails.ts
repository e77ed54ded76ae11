import { m } from "#messages";
import { createMail, formatName } from "#server/auth/credentials/mails.ts";
import type { Mail } from "#server/mail/mailer.ts";

export const invitationMail = (
  to: string,
  { inviter, name, role }: { inviter: string; name: string; role: string },
  url: string,
): Mail =>
  createMail(to, {
    subject: m.mail_invitation_subject(),
    lines: [m.mail_invitation_text({ inviter: formatName(inviter), platoon: formatName(name), role })],
    action: { label: m.mail_invitation_action(), url },
    end: m.mail_invitation_end(),
  });

/** The weekly digest of a platoon; `more` is the number of entries that are not in `lines`. */
export const digestMail = (
  to: { name: string; email: string },
  { platoon, lines, more }: { platoon: string; lines: readonly string[]; more: number },
  url: string,
): Mail =>
  createMail(to.email, {
    subject: m.mail_digest_subject({ platoon: formatName(platoon) }),
    lines: [
      m.mail_hello({ name: formatName(to.name) }),
      ...lines.map((line) => line.replace(/[<>]/g, "").replace(/[.:/@](?=\S)/g, "$& ")),
      ...(more > 0 ? [m.mail_digest_more({ count: more })] : []),
    ],
    action: { label: m.mail_digest_action(), url },
    end: m.mail_digest_end(),
  });
