// The titles of the kinds of criteria. Imports no schema, so that the browser bundle does not load Zod.
import type { CriterionKind } from "#domain/progress/criterion-kind.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

export const CRITERION_TITLES = createTexts<CriterionKind>({
  weapon: m.target_kind_weapon,
  gadget: m.target_kind_gadget,
  vehicle: m.catalogue_vehicles,
  set: m.criterion_kind_set,
  mastery: m.criterion_kind_mastery,
  badge: m.criterion_kind_badge,
  assignment: m.target_kind_assignment,
  award: m.criterion_kind_award,
  ribbon: m.target_kind_ribbon,
});
