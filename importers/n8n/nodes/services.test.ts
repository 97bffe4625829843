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
})
