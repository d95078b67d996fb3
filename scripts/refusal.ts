/** Why there is no release. Its message is for whoever asked for one, and says what to do. */
export class Refusal extends Error {}
