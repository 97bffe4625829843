import { CommandError } from '../command-error.ts'
import type { Login } from './login-file.ts'

export interface KnownKeys {
  /** HEDDLE_TOKEN: for any address that the user names. */
  readonly token: string | undefined
  readonly login: Login | null
}

/**
 * The key that requests to the address send. The key of a login goes to the address of that login alone. Throws where
 * a key would travel unencrypted.
 */
export function keyFor(address: string, { token, login }: KnownKeys): string | undefined {
  const key = token || (login && new URL(login.url).origin === new URL(address).origin ? login.key : undefined)
  if (key !== undefined) refuseUnencrypted(address)
  return key
}

/** Refuses to send a key through a network in clear text. */
export function refuseUnencrypted(address: string): void {
  const { protocol, hostname, host } = new URL(address)
  if (protocol === 'https:' || isThisMachine(hostname)) return
  throw new CommandError(`Your API key would travel to ${host} unencrypted. Use an address with https://.`, {
    exitCode: 2,
    code: 'USAGE',
  })
}

const isThisMachine = (name: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(name)
