/** Why a login by a provider was refused. The login page has a sentence for each; nothing else of it is told. */
export const loginRefusals = [
  /** The person cancelled it at the provider. */
  'cancelled',
  /** It was begun in another browser or tab, or too long ago. */
  'state',
  /** The provider does not answer, or answers with an error. */
  'provider',
  /** The provider's answer does not pass the checks. */
  'response',
  /** The person has no account here, and none is made for them. */
  'invitation',
  /** The invitation is for another address, used or over. */
  'invite',
  /** The address has an account that logs in otherwise. Told to the provider's proven owner of the address alone. */
  'address',
  /** The account is a member of no owner (any more). */
  'member',
  /** The person has logged out at the provider meanwhile. */
  'ended',
  'attempts',
  'server',
] as const

export type LoginRefusal = (typeof loginRefusals)[number]

export class LoginRefused extends Error {
  readonly refusal: LoginRefusal

  constructor(refusal: LoginRefusal, cause?: unknown) {
    super(`The login by the provider was refused: ${refusal}.`, { cause })
    this.refusal = refusal
  }
}
