import { describe, expect, it } from 'vitest'
import { serveModel as model } from './testing/serve-model.ts'

const output_schema = { type: 'object', required: ['mood'], properties: { mood: { enum: ['good', 'bad'] } } }

describe('an AI step', () => {
  it('speaks the protocol of OpenAI, with the key of its connection, and counts tokens', async () => {
    const { asked, ask } = await model('openai_compatible', ['Well.'])
    expect(await ask({ system: 'Be short.', max_tokens: 50, temperature: 0 })).toMatchObject({
      kind: 'completed',
      output: { answer: 'Well.', model: 'small', usage: { calls: 1, input_tokens: 10, output_tokens: 3 } },
    })
    expect(asked).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer key-of-the-model' },
        body: {
          model: 'small',
          max_completion_tokens: 50,
          temperature: 0,
          messages: [
            { role: 'system', content: 'Be short.' },
            { role: 'user', content: 'How is it?' },
          ],
        },
      },
    ])
  })

  it('speaks the protocol of Anthropic', async () => {
    const { asked, ask } = await model('anthropic', ['Well.'])
    expect(await ask({ model: 'large' })).toMatchObject({
      kind: 'completed',
      output: { answer: 'Well.', model: 'large' },
    })
    expect(asked).toMatchObject([
      {
        path: '/v1/messages',
        headers: { 'x-api-key': 'key-of-the-model', 'anthropic-version': '2023-06-01' },
        body: { model: 'large', messages: [{ role: 'user', content: 'How is it?' }] },
      },
    ])
  })

  it('takes JSON that fits the schema, also from a fenced block', async () => {
    const { ask } = await model('openai_compatible', ['```json\n{"mood":"good"}\n```'])
    expect(await ask({ output_schema })).toMatchObject({
      kind: 'completed',
      output: { answer: { mood: 'good' }, usage: { calls: 1 } },
    })
  })

  it('sends an answer back once that is no JSON, and takes the corrected one', async () => {
    const { asked, ask } = await model('anthropic', ['Good, I think.', '{"mood":"good"}'])
    expect(await ask({ output_schema })).toMatchObject({
      kind: 'completed',
      output: { answer: { mood: 'good' }, usage: { calls: 2, input_tokens: 20, output_tokens: 6 } },
    })
    expect(asked[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'Good, I think.' },
      { role: 'user', content: expect.stringContaining('It is not JSON.') },
    ])
  })

  it('fails for good after two answers that do not fit', async () => {
    const { asked, ask } = await model('openai_compatible', ['{"mood":"odd"}', '{"mood":"odd"}', '{"mood":"good"}'])
    expect(await ask({ output_schema })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'AI_ANSWER_INVALID' },
    })
    expect(asked).toHaveLength(2)
  })

  it.each([
    [429, true, 'AI_UNAVAILABLE'],
    [529, true, 'AI_UNAVAILABLE'],
    [401, false, 'AI_LOGIN_REFUSED'],
    [400, false, 'AI_REFUSED'],
  ])('says whether another attempt helps after %s', async (status, retryable, code) => {
    const { ask } = await model('openai_compatible', [
      { status, headers: { 'retry-after': '7' }, body: { error: 'no' } },
    ])
    expect(await ask({})).toMatchObject({
      kind: 'failed',
      retryable,
      error: { code },
      ...(retryable && { retryAfterMs: 7_000 }),
    })
  })

  it('fails when the answer was cut off, and shows its key in no result', async () => {
    const body = { choices: [{ message: { content: 'Half of' }, finish_reason: 'length' }] }
    const cut = await model('openai_compatible', [{ body }])
    expect(await cut.ask({})).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'AI_CUT_OFF' } })
    const { ask } = await model('openai_compatible', ['Your key is key-of-the-model.'])
    expect(JSON.stringify(await ask({}))).not.toContain('key-of-the-model')
  })
})
