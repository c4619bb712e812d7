/** An answer of the model: a text, or an object, which is sent as JSON; or a form that `answers:` of a case has. */
export type Answer = string | { [key: string]: unknown }

/** Answers by stage; those of a list are used in order, one a call. */
export type Answers = { [stage: string]: Answer | Answer[] }

/** A message as sent, with its text. */
export interface Message {
  role: string
  content: string
  [key: string]: unknown
}

/** A call of the model, in the order of arrival. */
export interface Call {
  /** Its name so far, such as `turn-1/router-1.1`. */
  path: string
  stage: string
  messages: Message[]
  /** Names of the tools offered. */
  tools?: string[]
  [key: string]: unknown
}

/** The test that runs, as a case of beaver-eval. */
export interface Beaver {
  /** Its id: `file > suite > test`. */
  readonly case: string
  /** The base URL of its calls, without `/v1`. A concurrent test has to use it. */
  readonly url: string
  /** Answers its calls of these stages, before `otherwise` of the suite. Await it before the first of them. */
  answers(answers: Answers): Promise<void>
  /** Breaks its calls, such as `missing-key@router`. Await it before the first call. */
  fault(fault: string): Promise<void>
  /** Its calls so far. */
  calls(): Promise<Call[]>
  /** The texts of the last call of a stage, from the first message to the last. Without such a call an error. */
  prompt(stage: string): Promise<string>
}

/** The test that runs, if no other runs at the same time in this worker. */
export const beaver: Beaver

declare module 'vitest' {
  interface TestContext {
    /** The test as a case of beaver-eval. */
    beaver: Beaver
  }
}
