import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { constructWebhookEvent, verifyWebhookSignature } from './webhook-events.ts'

const secret = 'whsec_c2VjcmV0'
const body = '{"kind":"workflow.run.completed","payload":{"state":{"workspace_id":"Grüße"}}}'
const time = 1_700_000_000
const hex = (key = secret, text = body) => createHmac('sha256', key).update(`${time}.${text}`).digest('hex')
const header = `t=${time},v1=${hex()}`
const at = (seconds: number) => ({ now: new Date((time + seconds) * 1_000) })

describe('public-run 9: the signature of a webhook', () => {
  it('is verified for texts and bytes, also while the secret is rotated', async () => {
    expect(await verifyWebhookSignature(body, header, secret, at(0))).toBe(true)
    expect(await verifyWebhookSignature(Buffer.from(body), [header], secret, at(300))).toBe(true)
    const rotated = `t=${time},v1=${hex('whsec_other')},v1=${hex()}`
    expect(await verifyWebhookSignature(body, rotated, secret, at(-300))).toBe(true)
    const event = await constructWebhookEvent<{ workspace_id: string }>(body, header, secret, at(0))
    expect(event.kind === 'workflow.run.completed' && event.payload.state.workspace_id).toBe('Grüße')
  })

  it.each([
    ['a changed byte', `${body} `, header, secret, 0],
    ['another secret', body, header, 'whsec_other', 0],
    ['no secret', body, header, '', 0],
    ['301 seconds later', body, header, secret, 301],
    ['301 seconds before', body, header, secret, -301],
    ['no header', body, undefined, secret, 0],
    ['no time', body, `v1=${hex()}`, secret, 0],
    ['two times', body, `t=${time},t=${time},v1=${hex()}`, secret, 0],
    ['another time', body, `t=${time + 1},v1=${hex()}`, secret, 0],
    ['no signature', body, `t=${time}`, secret, 0],
    ['half a signature', body, `t=${time},v1=${hex().slice(0, 32)}`, secret, 0],
  ])('is refused: %s', async (_, text, signature, key, seconds) => {
    expect(await verifyWebhookSignature(text, signature, key, at(seconds))).toBe(false)
    await expect(constructWebhookEvent(text, signature, key, at(seconds))).rejects.toMatchObject({
      name: 'WebhookSignatureError',
    })
  })

  it('says that a parsed body has lost its signature', async () => {
    await expect(constructWebhookEvent(JSON.parse(body) as string, header, secret, at(0))).rejects.toThrow(
      'as it arrived',
    )
  })
})
