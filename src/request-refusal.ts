/** The reason why a request to the studio or in Labelary's protocol is refused, in a line for people. */
export class RequestRefusal extends Error {
  /** The HTTP status that says so. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestRefusal';
    this.status = status;
  }
}
