import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { ApiError } from '../api-error.ts'
import { identityTuning } from './tuning.ts'

const { fewestCharacters, mostCharacters } = identityTuning.password

/** One spelling of a password: keyboards differ in how they compose characters. */
const spelled = (password: string): string => password.normalize('NFKC')

export const hashOfPassword = (password: string): Promise<string> => hashPassword(spelled(password))

export const isPassword = (hash: string, password: string): Promise<boolean> =>
  verifyPassword({ hash, password: spelled(password) })

/** What a password is for: the names that make a guess easy, and the field of the request. */
export interface PasswordContext {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly field?: string
}

/**
 * Throws `INVALID_INPUT` for a password that is too short, too long, among the commonest, or made of the name of its
 * account or of Heddle. No rule asks for kinds of characters.
 */
export async function requireGoodPassword(password: string, context: PasswordContext = {}): Promise<void> {
  const said = await faultOf(spelled(password), context)
  if (said !== null) throw new ApiError('INVALID_INPUT', said, context.field ?? 'password')
}

async function faultOf(password: string, context: PasswordContext): Promise<string | null> {
  const { length } = [...password]
  if (length < fewestCharacters) return `Use at least ${fewestCharacters} characters. A few words make a good password.`
  if (length > mostCharacters) return `Use at most ${mostCharacters} characters.`
  const lower = password.toLowerCase()
  const known = await commonest()
  if (known.has(lower) || known.has(withoutPadding(lower)) || known.has(halfOf(lower)))
    return 'This password is one of the commonest. Choose another one.'
  if (isMostlyContext(lower, context))
    return 'This password is little more than your name, your mail address or the word Heddle. Choose another one.'
  return null
}

/** A text without digits and marks at its ends: what is padded so is guessed as fast. */
const withoutPadding = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** The half of a text that is a text twice; else the text. */
const halfOf = (text: string): string =>
  text.slice(0, text.length / 2).repeat(2) === text ? text.slice(0, text.length / 2) : text

/** Whether few letters remain without the words of the account and of Heddle. */
function isMostlyContext(text: string, { name = '', email = '' }: PasswordContext): boolean {
  const words = [
    ...`heddle ${name} ${email.split('@')[0]}`
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/\p{L}{3,}/gu),
  ]
    .map(([word]) => word)
    .toSorted((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text)
  return rest !== text && rest.replaceAll(/\P{L}/gu, '').length < identityTuning.password.fewestOtherLetters
}

let list: Promise<ReadonlySet<string>> | undefined

/** The commonest passwords of known breaches; read when the first password is set. */
function commonest(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}
