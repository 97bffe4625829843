import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { connect, convert, node, start } from '../testing/flows.ts'

function converted(kind: string, parameters: JsonObject, credentials?: JsonObject) {
  const { step, notes } = convert(
    [start, node('Do', kind, parameters, credentials === undefined ? {} : { credentials })],
    connect('Start>Do'),
  )
  const said = notes.filter(({ part }) => part === 'Do').map(({ fate, message }) => `${fate} ${message}`)
  return { step: step('Do') as JsonObject, said }
}

describe('nodes of n8n that need a server', () => {
  it('send mails by MAIL steps, and name the connection after the credentials', () => {
    const { step, said } = converted(
      'emailSend',
      {
        fromEmail: 'a@example.com',
        toEmail: '={{ $json.email }}, b@example.com',
        subject: 'Hi',
        emailFormat: 'text',
        text: '=Hello {{ $json.name }}',
      },
      { smtp: { id: '1', name: 'Our mail (SMTP)' } },
    )
    expect(step).toMatchObject({
      type: 'MAIL',
      connection: 'Our_mail_SMTP',
      to: ['{{ input.email }}', 'b@example.com'],
      subject: 'Hi',
      text: 'Hello {{ input.name }}',
    })
    expect(said).toContainEqual(expect.stringContaining('changed Uses the connection Our_mail_SMTP.'))
    expect(said.join()).not.toContain('lost')
  })

  it('run queries by SQL steps, whose values become parameters', () => {
    const { step, said } = converted('postgres', {
      operation: 'executeQuery',
      query: "=update orders set note = '{{ $json.note }}' where id = {{ $json.id }}",
    })
    expect(step).toMatchObject({
      type: 'SQL',
      connection: 'database',
      statement: 'update orders set note = $1 where id = $2',
      parameters: ['{{ input.note }}', '{{ input.id }}'],
      access: 'write',
    })
    expect(said).toContainEqual(expect.stringContaining('Values in the query became parameters'))
  })

  it('say that an operation without a query has to be written', () => {
    const { said } = converted('postgres', { operation: 'insert', table: 'orders' })
    expect(said).toContainEqual(expect.stringContaining('kept `operation`: insert is not converted'))
  })

  it('post to Slack by a request', () => {
    const { step } = converted('slack', {
      channelId: { __rl: true, mode: 'id', value: 'C1' },
      text: '=New {{ $json.id }}',
    })
    expect(step).toMatchObject({
      type: 'HTTP',
      connection: 'slack',
      http_config: {
        url: 'https://slack.com/api/chat.postMessage',
        body: { channel: 'C1', text: 'New {{ input.id }}' },
      },
    })
  })

  it('send requests with the connection of their credentials', () => {
    const { step, said } = converted(
      'httpRequest',
      { url: 'https://api.example.com', authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
      { httpHeaderAuth: { id: '1', name: 'crm' } },
    )
    expect(step).toMatchObject({ type: 'HTTP', connection: 'crm' })
    expect(said.join()).not.toContain('not imported')
  })

  it.each([
    [{ html: '=<b>{{ $json.id }}</b>' }, { text: 'This mail is HTML.', html: '<b>{{ input.id }}</b>' }],
    [
      { html: '<b>Hi</b>', text: 'Hi' },
      { text: 'Hi', html: '<b>Hi</b>' },
    ],
    [
      { html: null, subject: 'Now' },
      { text: '', subject: 'Now' },
    ],
    [
      { ccEmail: 'c@example.com, ', bccEmail: 'd@example.com,e@example.com' },
      { text: '', cc: ['c@example.com'], bcc: ['d@example.com', 'e@example.com'] },
    ],
    [{ ccEmail: '' }, { text: '' }],
  ])('send a mail with %j as %j', (parameters, mail) => {
    const { step } = converted('emailSend', { toEmail: 'a@example.com', ...parameters })
    const { name: _, next: __, dependencies: ___, ...written } = step
    expect(written).toEqual({ type: 'MAIL', connection: 'mail', to: ['a@example.com'], subject: '', ...mail })
  })

  it('leave the receivers of a mail empty where the node has none', () => {
    expect(converted('emailSend', { subject: 'Hi', text: 'Hi' }).step).toMatchObject({ type: 'MAIL', to: [] })
  })

  it('run a query also where the node names no operation', () => {
    const { step, said } = converted('postgres', { query: 'select 1' })
    expect(step).toMatchObject({ type: 'SQL', statement: 'select 1' })
    expect(step).not.toHaveProperty('access')
    expect(said.join()).not.toContain('is not converted')
  })

  it.each([
    [
      { channel: '#sales', text: 'Hi' },
      { channel: '#sales', text: 'Hi' },
    ],
    [{ text: null }, { channel: '', text: '' }],
  ])('post %j to Slack as %j', (parameters, body) => {
    expect(converted('slack', parameters).step).toMatchObject({ type: 'HTTP', http_config: { body } })
  })

  it.each([
    [{ id: '1', name: 'Team' }, true],
    [undefined, false],
  ])('call a function for other operations of Slack; with the credentials %j these are lost: %j', (api, isLost) => {
    const { step, said } = converted(
      'slack',
      { resource: 'channel', operation: 'create' },
      api === undefined ? undefined : { slackApi: api },
    )
    expect(step).toMatchObject({ function: 'n8n.slack', with: { resource: 'channel', operation: 'create' } })
    expect(said.some((one) => one.includes('Its `credentials` are not imported'))).toBe(isLost)
  })

  it.each([
    ['Our mail (SMTP)', 'Our_mail_SMTP'],
    ['1st', '_1st'],
    ['!!!', 'mail'],
    [7, 'mail'],
  ])('name the connection of the credentials %j %s', (name, connection) => {
    expect(converted('emailSend', { toEmail: 'a@example.com' }, { smtp: { name } }).step).toMatchObject({ connection })
  })
})
