/** An OpenID Connect provider by which people log in: to any owner of theirs, or to the one owner whose own it is. */
export interface OidcProvider {
  /** Part of the address that the provider redirects to: `oidc`, `oidc-2` to `oidc-5`, or `owner.` with an owner's id. */
  readonly id: string
  /** The name on the button of the login. */
  readonly name: string
  /** The issuer, as its documents spell it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: string
  /** The claim whose values `group_mapping` maps; null: groups of this provider are not believed. */
  readonly groupsClaim: string | null
  /** The classes of logins (`acr`) by which the provider says that it has asked for a second factor. */
  readonly acr: readonly string[]
  /** Domains of verified e-mail addresses whose people join without an invitation. */
  readonly domains: readonly string[]
  /** The owner that they join. */
  readonly owner: string
  /** The owner's administrators have set it up: its logins act in `owner` alone. Unset: a provider of the installation. */
  readonly isOwnersOwn?: boolean
}

/**
 * What accounts and sessions of a provider are stored under. An owner decides what its own provider says about people, so
 * such accounts are of this owner's provider only, whatever its issuer. No issuer begins with `owner:`.
 */
export const accountKeyOf = ({ issuer, owner, isOwnersOwn }: Pick<OidcProvider, 'issuer' | 'owner' | 'isOwnersOwn'>) =>
  isOwnersOwn ? `owner:${owner}:${issuer}` : issuer

type Variables = Readonly<Record<string, string | undefined>>

const prefix = 'HEDDLE_OIDC_'
const most = 5
const parts = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'NAME',
  'SCOPES',
  'GROUPS_CLAIM',
  'ACR',
  'DOMAINS',
  'OWNER',
] as const
type Part = (typeof parts)[number]

/**
 * The providers of the environment: `HEDDLE_OIDC_ISSUER` and so on, and further ones as `HEDDLE_OIDC_2_ISSUER` up to
 * `HEDDLE_OIDC_5_ISSUER`. Returns the sentences of what is wrong instead, if anything is.
 */
export function readOidcProviders(variables: Variables): readonly OidcProvider[] | { readonly problems: string[] } {
  const problems: string[] = []
  const providers: OidcProvider[] = []
  const known = new Set<string>()
  for (let number = 1; number <= most; number += 1) {
    const start = number === 1 ? prefix : `${prefix}${number}_`
    for (const part of parts) known.add(start + part)
    const given = (part: Part) => variables[start + part]?.trim() || undefined
    if (parts.every((part) => given(part) === undefined)) continue
    const provider = readProvider(number, start, given)
    if ('problems' in provider) problems.push(...provider.problems)
    else providers.push(provider)
  }
  for (const name of Object.keys(variables))
    if (name.startsWith(prefix) && variables[name] && !known.has(name))
      problems.push(
        `${name} is no setting. Known are ${parts.join(', ')} after ${prefix}, or after ${prefix}2_ to ${prefix}${most}_`,
      )
  const issuers = providers.map(({ issuer }) => issuer)
  const twice = issuers.find((issuer, at) => issuers.indexOf(issuer) !== at)
  if (twice !== undefined) problems.push(`${twice} is the issuer of two providers. Leave one of them out`)
  if (providers.length > 0 && variables.HEDDLE_AUTH !== 'on')
    problems.push(`${prefix}ISSUER needs HEDDLE_AUTH=on: in local mode nobody logs in`)
  return problems.length > 0 ? { problems } : providers
}

function readProvider(
  number: number,
  start: string,
  given: (part: Part) => string | undefined,
): OidcProvider | { readonly problems: string[] } {
  const problems: string[] = []
  const [issuer, clientId, clientSecret] = [given('ISSUER'), given('CLIENT_ID'), given('CLIENT_SECRET')]
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return { problems: [`${start}ISSUER, ${start}CLIENT_ID and ${start}CLIENT_SECRET must be set together`] }
  if (!isIssuer(issuer))
    problems.push(
      `${start}ISSUER=${issuer} must be the issuer of the provider, such as https://login.example.com/realms/staff; http:// is for this machine only`,
    )
  const name = given('NAME') ?? (URL.canParse(issuer) ? new URL(issuer).hostname : issuer)
  if (name.length > 40 || /\p{C}/u.test(name)) problems.push(`${start}NAME must be a name of at most 40 characters`)
  const scopes = given('SCOPES') ?? 'openid email profile'
  if (!scopes.split(/\s+/).includes('openid')) problems.push(`${start}SCOPES=${scopes} must contain openid`)
  const domains = (given('DOMAINS') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const wrong = domains.find((domain) => !isDomain(domain))
  if (wrong !== undefined)
    problems.push(`${start}DOMAINS must be domains with commas between them, such as example.com; ${wrong} is none`)
  if (problems.length > 0) return { problems }
  return {
    id: number === 1 ? 'oidc' : `oidc-${number}`,
    name,
    issuer,
    clientId,
    clientSecret,
    scopes,
    // One owner's mappings apply to the groups of every provider: a second one must be named to be believed.
    groupsClaim: given('GROUPS_CLAIM') ?? (number === 1 ? 'groups' : null),
    acr: (given('ACR') ?? '').split(/[\s,]+/).filter(Boolean),
    domains,
    owner: given('OWNER') ?? 'local',
  }
}

/** Whether a text is a domain of mail addresses, in lower case. */
export const isDomain = (text: string): boolean => /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/.test(text)

/** Whether a text can be the issuer of a provider. Plain `http:` is for this machine alone. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /\s/.test(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback)) &&
    `${search}${hash}${username}${password}` === '' &&
    !text.endsWith('?') &&
    !text.endsWith('#')
  )
}
