/** A mail that the example mail server of local mode has received. */
export interface ExampleMail {
  readonly id: string
  readonly receivedAt: string
  readonly from: string
  readonly to: string
  readonly subject: string
  /** The plain text. */
  readonly text: string
}
