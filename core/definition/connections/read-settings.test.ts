import { describe, expect, it, test } from 'vitest'
import { limits } from '#core/limits.ts'
import type { ConnectionKind } from './kinds.ts'
import { readSecretFields, readSettings, receiverOf } from './read-settings.ts'

type Values = Readonly<Record<string, string>>
const mail: Values = { host: 'smtp.example.com', from: 'Orders <orders@example.com>' }
const origin = 'https://api.example.com'

describe('the settings of a connection', () => {
  it.each<[string, ConnectionKind, Values, Values]>([
    ['of a kind without open fields are none', 'slack', {}, {}],
    [
      'have defaults for fields that are absent, empty or blank',
      'smtp',
      { ...mail, port: '', security: '  ' },
      { ...mail, port: '587', security: 'starttls' },
    ],
    [
      'are trimmed, in small letters where case means nothing, and without leading zeros',
      'smtp',
      { ...mail, host: ' SMTP.Example.com ', port: '0025', security: 'none' },
      { ...mail, port: '25', security: 'none' },
    ],
    ['have an origin as scheme and host', 'http_bearer', { origin: 'HTTPS://API.example.com:443/' }, { origin }],
    [
      'have an address with its path, without the last slash',
      'openai_compatible',
      { base_url: 'http://LOCALHOST:11434/v1/', model: 'm' },
      { base_url: 'http://localhost:11434/v1', model: 'm' },
    ],
    ['have the name of a header', 'http_header', { origin, header: 'X-Api-Key' }, { origin, header: 'X-Api-Key' }],
  ])('%s', (_, kind, given, settings) => {
    expect(readSettings(kind, given)).toEqual({ ok: true, settings })
  })

  const noAddress = 'Origin starts with https:// and has no user, query or fragment.'
  const noHost = 'Host is a name such as db.example.com, without scheme and port.'
  const noPort = 'A port is a number from 1 to 65535.'
  it.each<[ConnectionKind, Values, string, string]>([
    ['slack', { origin }, 'origin', 'A connection of this kind has no field origin.'],
    ['http_bearer', { token: 'secret' }, 'token', 'A connection of this kind has no field token.'],
    ['http_bearer', { origin: ' ' }, 'origin', 'Fill in Origin.'],
    ['http_bearer', { origin: 'api.example.com' }, 'origin', noAddress],
    ['http_bearer', { origin: 'https://a@b.example' }, 'origin', noAddress],
    ['http_bearer', { origin: 'https://b.example/?a' }, 'origin', noAddress],
    ['http_bearer', { origin: 'https://[b' }, 'origin', noAddress],
    [
      'http_bearer',
      { origin: `${origin}/v1` },
      'origin',
      'Origin is scheme and host such as https://api.example.com, without a path.',
    ],
    ['http_basic', { origin, username: 'a\u0007b' }, 'username', 'User is one line without control characters.'],
    [
      'http_basic',
      { origin, username: 'a'.repeat(limits.connections.fieldCharacters + 1) },
      'username',
      'User is too long.',
    ],
    ['http_header', { origin, header: 'X Key' }, 'header', 'A header has a name such as X-Api-Key.'],
    ['smtp', { ...mail, host: 'smtp://a.example' }, 'host', noHost],
    ['smtp', { ...mail, port: '0' }, 'port', noPort],
    ['smtp', { ...mail, port: '65536' }, 'port', noPort],
    ['smtp', { ...mail, port: '1e3' }, 'port', noPort],
    ['smtp', { ...mail, security: 'ssl' }, 'security', 'Choose one of starttls, tls, none.'],
  ])('of the kind %s are refused: %o', (kind, given, field, message) => {
    expect(readSettings(kind, given)).toEqual({ ok: false, field, message })
  })
})

describe('the secrets of a connection', () => {
  const client = { client_secret: 'top secret' }

  it.each<[string, ConnectionKind, Values, readonly string[] | undefined, Values]>([
    ['are left out where they are optional', 'oauth2', client, undefined, client],
    ['are kept with every blank in them', 'slack', { token: ' a b ' }, undefined, { token: ' a b ' }],
    ['may be absent where they are stored', 'oauth2', { client_secret: '' }, ['client_secret'], {}],
  ])('%s', (_, kind, given, stored, settings) => {
    expect(readSecretFields(kind, given, stored)).toEqual({ ok: true, settings })
  })

  it.each<[Values, string, string]>([
    [{ origin: 'x' }, 'origin', 'A connection of this kind has no secret origin.'],
    [{}, 'token', 'Enter Bot token.'],
    [{ token: 'abc' }, 'token', `Bot token has at least ${limits.secrets.shortestCharacters} characters.`],
    [{ token: 'a'.repeat(limits.connections.secretBytes + 1) }, 'token', 'Bot token is too long.'],
    [{ token: 'first\nsecond' }, 'token', 'Bot token is one line.'],
  ])('are refused: case %#', (given, field, message) => {
    expect(readSecretFields('slack', given)).toEqual({ ok: false, field, message })
  })
})

test('the receiver of the secrets changes with the fields that say who gets them, and with the kind', () => {
  const settings = { ...mail, port: '587', security: 'tls' }
  const receiver = receiverOf('smtp', settings)
  expect(receiverOf('smtp', { ...settings, from: 'ben@example.com' })).toBe(receiver)
  expect(receiverOf('smtp', { ...settings, host: 'b.example' })).not.toBe(receiver)
  expect(receiverOf('http_bearer', { origin })).not.toBe(receiverOf('http_basic', { origin }))
  expect(receiverOf('smtp', { host: 'a' })).toBe(receiverOf('smtp', { host: 'a', port: '', security: '' }))
})
