/** An owner's own provider, as its administrators set it up. */
export interface OwnProviderSettings {
  /** The name on the button of the login. */
  readonly name: string
  /** The issuer, as its documents spell it. */
  readonly issuer: string
  readonly clientId: string
  readonly scopes: string
  /** The claim whose values the mappings of groups apply to; null: the provider tells no groups. */
  readonly groupsClaim: string | null
  /** The classes of logins (`acr`) by which the provider says that it has asked for a second factor. */
  readonly acr: readonly string[]
  /** Domains of verified addresses whose people join without an invitation. */
  readonly domains: readonly string[]
}

export interface SavedOwnProvider extends OwnProviderSettings {
  /** Unset: the stored one stays, which is possible for the same issuer only. */
  readonly clientSecret?: string | undefined
}

export interface StoredOwnProvider extends OwnProviderSettings {
  /** Counts the changes since it was set up. */
  readonly version: number
  readonly updatedAt: Date
}

/** The addresses of Heddle that administrators enter at the provider, and the one that they give to their people. */
export interface OwnProviderAddresses {
  readonly redirect: string
  readonly logout: string
  readonly login: string
}

/** What a test of the connection has found; `problem` is a sentence for administrators. */
export type ConnectionTest = { readonly works: true } | { readonly works: false; readonly problem: string }

/** The name of the client secret in what its ciphertext is bound to. No stored secret has a space in its name. */
export const clientSecretName = 'login provider'
