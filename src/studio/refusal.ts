/**
 * Why the studio does not do what it was asked, with the HTTP status that says so; the message is one line for people.
 */
export class StudioRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'StudioRefusal';
    this.status = status;
  }
}
