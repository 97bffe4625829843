import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { accountKeyOf, type OidcProvider } from '../../oidc-settings.ts'
import { emailOf } from '../create-account.ts'
import { claimsOf } from '../owners/apply-claims.ts'

type Claims = Readonly<Record<string, unknown>>

/** The person of a login, as the provider describes them. */
export interface ProviderIdentity {
  readonly issuer: string
  /** What the account of the subject is stored under: see `accountKeyOf`. */
  readonly accountKey: string
  /** The only owner in which the login acts; null for a provider of the installation. */
  readonly boundOwner: string | null
  readonly subject: string
  /** The e-mail address, if the provider vouches for it; null otherwise. */
  readonly email: string | null
  readonly name: string
  /** Values of the groups claim; none where groups of this provider are not believed. */
  readonly groups: readonly string[]
  /** The session at the provider. */
  readonly providerSession: string | null
  /** When the person logged in at the provider, in seconds since 1970; null where the provider does not say. */
  readonly authenticatedAt: number | null
  /** The provider has asked for a second factor: it says so by `amr`, or by a class of the settings (`acr`). */
  readonly hasSecondFactor: boolean
}

/** Longer subjects are refused by OpenID Connect, too. */
const SUBJECT_CHARACTERS = 255

/**
 * Reads the claims of a verified ID token and those of the user info of the same subject. Providers send e-mail and
 * groups in either. Nothing of them is trusted beyond what it says: strings are bounded, and an address counts only
 * with `email_verified` beside it.
 */
export function readClaims(
  provider: Pick<OidcProvider, 'issuer' | 'groupsClaim' | 'acr' | 'owner' | 'isOwnersOwn'>,
  idToken: Claims,
  userInfo: Claims,
): ProviderIdentity {
  const { sub, sid, auth_time: authTime, amr, acr } = idToken
  if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_CHARACTERS || sub.includes('\0'))
    throw new ApiError('INVALID_INPUT', 'The provider names no usable subject.')
  const { groupsClaim } = provider
  const email = verifiedEmail('email' in idToken ? idToken : userInfo)
  return {
    issuer: provider.issuer,
    accountKey: accountKeyOf(provider),
    boundOwner: provider.isOwnersOwn ? provider.owner : null,
    subject: sub,
    email,
    name:
      nameOf({ ...userInfo, ...idToken }) ??
      email?.split('@')[0]?.slice(0, limits.directory.nameCharacters) ??
      'Member',
    groups: groupsClaim === null ? [] : claimsOf(own(idToken, groupsClaim) ?? own(userInfo, groupsClaim) ?? []),
    providerSession:
      typeof sid === 'string' && sid !== '' && sid.length <= SUBJECT_CHARACTERS && !sid.includes('\0') ? sid : null,
    authenticatedAt: typeof authTime === 'number' && Number.isFinite(authTime) ? authTime : null,
    hasSecondFactor:
      (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && provider.acr.includes(acr)),
  }
}

/** Whether something that the login needs may be in the user info only. */
export function needsUserInfo({ groupsClaim }: Pick<OidcProvider, 'groupsClaim'>, idToken: Claims): boolean {
  return !('email' in idToken) || (groupsClaim !== null && own(idToken, groupsClaim) === undefined)
}

const own = (claims: Claims, name: string): unknown => (Object.hasOwn(claims, name) ? claims[name] : undefined)

function verifiedEmail({ email, email_verified: isVerified }: Claims): string | null {
  // Some providers write the truth value as a text.
  if (typeof email !== 'string' || (isVerified !== true && isVerified !== 'true')) return null
  try {
    return emailOf(email)
  } catch {
    return null
  }
}

/** The name of the person, in one line and without characters that hide or turn text. */
function nameOf({ name, given_name: given, preferred_username: username }: Claims): string | null {
  for (const text of [name, given, username]) {
    if (typeof text !== 'string') continue
    const plain = text
      .slice(0, 1_000)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
    if (plain !== '')
      return [...plain]
        .slice(0, limits.directory.nameCharacters)
        .join('')
        .slice(0, limits.directory.nameCharacters)
        .toWellFormed()
        .trim()
  }
  return null
}
