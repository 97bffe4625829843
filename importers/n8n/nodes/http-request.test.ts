import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { connect, convert, node, start } from '../testing/flows.ts'

function request(parameters: JsonObject) {
  const { step, notes } = convert(
    [start, node('Do', 'httpRequest', { url: 'https://example.com', ...parameters })],
    connect('Start>Do'),
  )
  const said = notes.filter(({ part }) => part === 'Do').map(({ fate, message }) => `${fate} ${message}`)
  return { config: step('Do').http_config as JsonObject, said }
}

describe('an HTTP Request node of n8n', () => {
  it('sends a JSON body that expressions make up, each value with its type', () => {
    const jsonBody =
      '={ "n": {{ $json.n }}, "hello": "Hello {{ $json.name }}{{ $json.mark }}", "id": "{{ $json.id }}", "odd": "at {{ $now }}" }'
    const { config, said } = request({ sendBody: true, specifyBody: 'json', jsonBody })
    expect(config.body).toEqual({
      n: '{{ input.n }}',
      hello: 'Hello {{ input.name }}{{ input.mark }}',
      id: '{{ string(input.id) }}',
      odd: 'at {{ $now }}',
    })
    expect(said.filter((line) => line.startsWith('kept'))).toEqual([expect.stringContaining('`$now`')])
    const asValue = request({ sendBody: true, specifyBody: 'json', jsonBody: { a: ['={{ $json.n }}'] } })
    expect(asValue.config.body).toEqual({ a: ['{{ input.n }}'] })
  })

  it('sends fields, of which those with the same name and files are said to be lost', () => {
    const parameters = [
      { parameterType: 'formData', name: 'a', value: '1' },
      { name: 'a', value: '2' },
      { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
      'nothing',
    ]
    const { config, said } = request({ sendBody: true, specifyBody: 'keypair', bodyParameters: { parameters } })
    expect(config.body).toEqual({ a: '2' })
    expect(said).toEqual([
      'lost `bodyParameters`: only the last field of each name is sent.',
      expect.stringMatching(/^understood/),
      expect.stringMatching(/^lost Not imported: .*bodyParameters\.parameters\[2\].*parameters\[3\]/),
    ])
  })

  it('says nothing of settings that ask for what is done anyway', () => {
    const usual = { authentication: 'none', contentType: 'json', options: { bodyContentType: 'json' } }
    expect(request(usual).said).toEqual([expect.stringMatching(/^understood/)])
    expect(request({ authentication: 'genericCredentialType' }).said[0]).toMatch(/^lost `authentication`/)
  })
})
