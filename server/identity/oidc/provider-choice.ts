/** A provider as a choice: what people call it, and the issuer that its claims carry. */
export interface ProviderChoice {
  readonly issuer: string
  readonly name: string
}
