/** A field of a connection: of its form, its stored settings, and its check. */
export interface ConnectionField {
  readonly key: string
  readonly label: string
  /** A sentence for the person who fills it in. */
  readonly help?: string
  /**
   * `secret`: encrypted, and never shown again. `origin`: scheme and host of requests. `url`: a complete address. `host`: a
   * name or an address without port.
   */
  readonly kind: 'text' | 'secret' | 'port' | 'choice' | 'origin' | 'url' | 'host'
  readonly required?: true
  readonly choices?: readonly string[]
  readonly choiceWords?: { readonly [choice: string]: string }
  readonly default?: string
  readonly placeholder?: string
  /**
   * A part of the receiver of the secrets. Ciphertexts are bound to all receiver fields: a change of one requires the
   * secrets again, so that a stored secret is never sent to another host.
   */
  readonly receiver?: true
}

export interface ConnectionKindEntry {
  readonly label: string
  readonly description: string
  readonly fields: readonly ConnectionField[]
}

export const connectionKinds = [
  'http_bearer',
  'http_basic',
  'http_header',
  'oauth2',
  'smtp',
  'postgresql',
  'openai_compatible',
  'anthropic',
  'slack',
] as const

export type ConnectionKind = (typeof connectionKinds)[number]

const origin: ConnectionField = {
  key: 'origin',
  label: 'Origin',
  help: 'Scheme and host that get the credentials. No other host gets them.',
  kind: 'origin',
  required: true,
  receiver: true,
  placeholder: 'https://api.example.com',
}

const secret = (key: string, label: string, more: Partial<ConnectionField> = {}): ConnectionField => ({
  key,
  label,
  kind: 'secret',
  ...more,
})

const host: ConnectionField = {
  key: 'host',
  label: 'Host',
  kind: 'host',
  required: true,
  receiver: true,
}

const model = (placeholder: string): ConnectionField => ({
  key: 'model',
  label: 'Model',
  help: 'The model of steps that name none.',
  kind: 'text',
  placeholder,
})

const baseUrl = (address: string): ConnectionField => ({
  key: 'base_url',
  label: 'Base URL',
  help: 'The address of the API, without the name of an operation.',
  kind: 'url',
  required: true,
  receiver: true,
  default: address,
})

/** Every kind of connection with its fields, declared once: form, check, environment and docs are made from it. */
export const connectionCatalogue: { readonly [Kind in ConnectionKind]: ConnectionKindEntry } = {
  http_bearer: {
    label: 'HTTP: bearer token',
    description: 'Sends a token in the header Authorization',
    fields: [origin, secret('token', 'Token', { required: true })],
  },
  http_basic: {
    label: 'HTTP: user and password',
    description: 'Sends a user and a password in the header Authorization',
    fields: [
      origin,
      { key: 'username', label: 'User', kind: 'text', required: true },
      secret('password', 'Password', { required: true }),
    ],
  },
  http_header: {
    label: 'HTTP: header',
    description: 'Sends a key in a header of its own',
    fields: [
      origin,
      {
        key: 'header',
        label: 'Header',
        kind: 'text',
        required: true,
        placeholder: 'X-Api-Key',
      },
      secret('value', 'Value', { required: true }),
    ],
  },
  oauth2: {
    label: 'HTTP: OAuth 2.0',
    description: 'Gets access tokens by client credentials or a refresh token, and renews them',
    fields: [
      origin,
      {
        key: 'token_url',
        label: 'Token URL',
        help: 'The address that gives access tokens.',
        kind: 'url',
        required: true,
        receiver: true,
        placeholder: 'https://login.example.com/oauth/token',
      },
      { key: 'client_id', label: 'Client ID', kind: 'text', required: true },
      { key: 'scope', label: 'Scope', kind: 'text', placeholder: 'orders.read orders.write' },
      {
        key: 'client_authentication',
        label: 'Client authentication',
        kind: 'choice',
        choices: ['header', 'body'],
        choiceWords: { header: 'In the header Authorization', body: 'In the body' },
        default: 'header',
      },
      secret('client_secret', 'Client secret', { required: true }),
      secret('refresh_token', 'Refresh token', {
        help: 'Of a person who has given access. Without one, the client gets tokens for itself.',
      }),
    ],
  },
  smtp: {
    label: 'Mail server (SMTP)',
    description: 'Sends the mails of MAIL steps',
    fields: [
      { ...host, placeholder: 'smtp.example.com' },
      { key: 'port', label: 'Port', kind: 'port', required: true, receiver: true, default: '587' },
      {
        key: 'security',
        label: 'Encryption',
        help: 'A password is never sent without encryption, except to this machine.',
        kind: 'choice',
        choices: ['starttls', 'tls', 'none'],
        choiceWords: { starttls: 'STARTTLS (port 587)', tls: 'TLS (port 465)', none: 'None' },
        default: 'starttls',
        receiver: true,
      },
      { key: 'from', label: 'Sender', kind: 'text', required: true, placeholder: 'Orders <orders@example.com>' },
      { key: 'username', label: 'User', kind: 'text' },
      secret('password', 'Password'),
    ],
  },
  postgresql: {
    label: 'PostgreSQL',
    description: 'A database for SQL steps',
    fields: [
      { ...host, placeholder: 'db.example.com' },
      { key: 'port', label: 'Port', kind: 'port', required: true, receiver: true, default: '5432' },
      { key: 'database', label: 'Database', kind: 'text', required: true },
      { key: 'username', label: 'User', kind: 'text', required: true },
      {
        key: 'tls',
        label: 'Encryption',
        kind: 'choice',
        choices: ['verify', 'require', 'off'],
        choiceWords: { verify: 'TLS with a trusted certificate', require: 'TLS with any certificate', off: 'None' },
        default: 'verify',
        receiver: true,
      },
      secret('password', 'Password', { required: true }),
    ],
  },
  openai_compatible: {
    label: 'AI: OpenAI-compatible',
    description: 'Models behind the chat completions API of OpenAI and of many others',
    fields: [
      baseUrl('https://api.openai.com/v1'),
      model('gpt-5-mini'),
      secret('api_key', 'API key', { required: true }),
    ],
  },
  anthropic: {
    label: 'AI: Anthropic',
    description: 'Models behind the messages API of Anthropic',
    fields: [
      baseUrl('https://api.anthropic.com/v1'),
      model('claude-sonnet-4-5'),
      secret('api_key', 'API key', { required: true }),
    ],
  },
  slack: {
    label: 'Slack',
    description: 'The token of a Slack app, for HTTP requests to https://slack.com',
    fields: [secret('token', 'Bot token', { required: true, placeholder: 'xoxb-…' })],
  },
}

/** Kinds whose credentials HTTP steps can send. */
export const httpConnectionKinds: readonly ConnectionKind[] = [
  'http_bearer',
  'http_basic',
  'http_header',
  'oauth2',
  'slack',
  'openai_compatible',
  'anthropic',
]

export const mailConnectionKinds: readonly ConnectionKind[] = ['smtp']
export const sqlConnectionKinds: readonly ConnectionKind[] = ['postgresql']
export const modelConnectionKinds: readonly ConnectionKind[] = ['openai_compatible', 'anthropic']

export const isConnectionKind = (text: unknown): text is ConnectionKind =>
  connectionKinds.includes(text as ConnectionKind)

export const secretFields = (kind: ConnectionKind): readonly ConnectionField[] =>
  connectionCatalogue[kind].fields.filter((field) => field.kind === 'secret')

export const openFields = (kind: ConnectionKind): readonly ConnectionField[] =>
  connectionCatalogue[kind].fields.filter((field) => field.kind !== 'secret')
