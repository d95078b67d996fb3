/** The id of a label: a UUID of version 1 to 5. Without a flag, so that it says the same in JSON Schema. */
export const LABEL_ID =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** The refusal of another id, in words that follow the name of its parameter. */
export const WRONG_LABEL_ID = 'must be a UUID of version 1 to 5';
