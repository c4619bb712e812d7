/** What is said to the user: its message is all, where it was thrown means nothing. */
export class Told extends Error {
  constructor(name, message) {
    super(message)
    this.name = name
    this.stack = undefined
  }
}

/** An error in the use of beaver-eval. */
export const wrong = (message) => new Told('beaver-eval', message)
