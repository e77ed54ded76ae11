/** Returns the English name of a record, which identifies it in rules and addresses. */
export const getEnglishName = <Name extends string | null>(record: {
  name: Name;
  englishName?: string | undefined;
}): Name | string => record.englishName ?? record.name;
