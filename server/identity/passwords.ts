import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { ApiError } from '../api-error.ts'
import { identityTuning } from './tuning.ts'

const { fewestCharacters, mostCharacters } = identityTuning.password

/** One spelling of a password: keyboards differ in how they compose characters. */
const spelled = (password: string): string => password.normalize('NFKC')

export const hashOfPassword = (password: string): Promise<string> => hashPassword(spelled(password))

export const isPassword = (hash: string, password: string): Promise<boolean> =>
  verifyPassword({ hash, password: spelled(password) })

/** Throws `INVALID_INPUT` for a password that is too short, too long or among the commonest. There is no other rule. */
export async function requireGoodPassword(password: string, field = 'password'): Promise<void> {
  const said = await faultOf(spelled(password))
  if (said !== null) throw new ApiError('INVALID_INPUT', said, field)
}

async function faultOf(password: string): Promise<string | null> {
  const { length } = [...password]
  if (length < fewestCharacters) return `Use at least ${fewestCharacters} characters. A few words make a good password.`
  if (length > mostCharacters) return `Use at most ${mostCharacters} characters.`
  if ((await commonest()).has(password.toLowerCase()))
    return 'This password is one of the commonest. Choose another one.'
  return null
}

let list: Promise<ReadonlySet<string>> | undefined

/** The commonest passwords that are long enough; read when the first password is set. */
function commonest(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((password) => password.length >= fewestCharacters)),
  )
  return list
}
