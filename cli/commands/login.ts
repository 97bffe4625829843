import { Command } from 'commander'
import type { Client } from '../client.ts'
import { CommandError } from '../command-error.ts'
import { refuseUnencrypted } from '../login/key-for.ts'
import type { KeyObject } from '../models.ts'
import { printJson } from '../output/print-json.ts'
import type { Connect } from '../session.ts'
import type { Terminal } from '../terminal.ts'

export function loginCommand(connect: Connect): Command {
  return new Command('login')
    .description(
      'store an API key for this and later commands; without a terminal, the key is read from standard input',
    )
    .action(async () => {
      const { terminal, json, loginFile, client: known, isAddressGiven } = connect({ key: null })
      const url = isAddressGiven ? known.url : await askAddress(terminal, known.url)
      refuseUnencrypted(url)
      const key = await askKey(terminal)
      const { client } = connect({ url, key })
      const described = await describeKey(client)
      loginFile.write({ url: client.url, key })
      if (json) return printJson(terminal, described)
      terminal.out(
        described ? describeLogin(client.url, described) : `${client.url} needs no login. The key is stored anyway.\n`,
      )
    })
}

export function logoutCommand(connect: Connect): Command {
  return new Command('logout')
    .description('forget the API key that login has stored')
    .option('--revoke', 'also revoke the key, wherever else it is used')
    .action(async ({ revoke }: { readonly revoke?: true }) => {
      const { terminal, loginFile } = connect({ key: null })
      const login = loginFile.read()
      if (login && revoke) await revokeKey(connect(login).client)
      loginFile.remove()
      terminal.say(login ? `Logged out of ${login.url}.\n` : 'You are not logged in.\n')
    })
}

const revokeKey = (client: Client) => client.told(client.api.DELETE('/v1/keys/current'))

async function askAddress(terminal: Terminal, proposed: string): Promise<string> {
  const answer = await terminal.ask(`Address of Heddle [${proposed}]: `)
  const address = answer?.trim() || proposed
  if (URL.canParse(address) && /^https?:/.test(address)) return address
  throw usage(`${address} is not an address. Use one such as https://heddle.example.`)
}

async function askKey(terminal: Terminal): Promise<string> {
  const key = ((await terminal.ask('API key (from Settings, API keys): ', 'hidden')) ?? (await terminal.input())).trim()
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw usage('An API key is needed. Create one under Settings, API keys.')
}

/** The key as the server knows it; null where it knows no keys, because it has no login. */
async function describeKey(client: Client): Promise<KeyObject | null> {
  try {
    return await client.told(client.api.GET('/v1/keys/current'))
  } catch (error) {
    if (error instanceof CommandError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

const describeLogin = (url: string, { person_name, name, expires_at }: KeyObject) =>
  `Logged in to ${url} as ${person_name} with the key ${name}, until ${expires_at.slice(0, 10)}.\n`

const usage = (message: string) => new CommandError(message, { exitCode: 2, code: 'USAGE' })
