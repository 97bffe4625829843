import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from '../testing/flows.ts'

describe('a node of n8n', () => {
  const one = (kind: string, parameters: JsonObject = {}, more: JsonObject = {}, edges: readonly string[] = []) => {
    const result = convert(
      [start, node('Do', kind, parameters, more), act('Next'), act('Other')],
      connect('Start>Do', ...edges),
    )
    return { ...result, done: result.step('Do'), said: result.notes.filter(({ part }) => part === 'Do') }
  }

  it('that asks for a page is an HTTP step', () => {
    const { done, problems } = one('httpRequest', {
      method: 'POST',
      url: '=https://example.com/{{ $json.id }}',
      sendQuery: true,
      queryParameters: { parameters: [{ name: 'q', value: 'a {{ b' }, { name: 'empty' }] },
      sendHeaders: true,
      headerParameters: { parameters: [{ name: 'X-A', value: '1' }] },
      sendBody: true,
      bodyParameters: { parameters: [{ name: 'n', value: '={{ $json.n }}' }] },
      options: { timeout: 2500 },
    })
    expect(done).toMatchObject({
      type: 'HTTP',
      http_config: {
        method: 'POST',
        url: 'https://example.com/{{ input.id }}',
        query: { q: 'a {{"{{"}} b', empty: '' },
        headers: { 'X-A': '1' },
        body: { n: '{{ input.n }}' },
        timeout: 2.5,
      },
    })
    expect(problems.filter((problem) => problem.startsWith('Do'))).toEqual([])
  })

  it.each([
    ['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
    ['{ broken', '{ broken'],
    ['={{ $json.all }}', '{{ input.all }}'],
  ])('sends the JSON body %s', (jsonBody, body) => {
    const { done } = one('httpRequest', { url: 'https://example.com', sendBody: true, specifyBody: 'json', jsonBody })
    expect(done.http_config).toMatchObject({ method: 'GET', body })
    expect(one('httpRequest', { requestMethod: 'PUT', sendQuery: true }).done.http_config).toMatchObject({
      method: 'PUT',
      url: '',
      query: {},
    })
  })

  it('of the first versions sends the same, and says what it does not', () => {
    const list = (name: string) => ({ parameter: [{ name, value: '1' }] })
    const { done, said } = one('httpRequest', {
      requestMethod: 'POST',
      url: 'https://example.com',
      queryParametersUi: list('q'),
      headerParametersUi: list('X-A'),
      bodyParametersUi: list('b'),
      bodyParametersJson: '{}',
      contentType: 'form-urlencoded',
    })
    expect(done.http_config).toMatchObject({ query: { q: '1' }, headers: { 'X-A': '1' }, body: { b: '1' } })
    expect(said).toMatchObject([
      { fate: 'lost', message: expect.stringContaining('`contentType`') },
      { fate: 'understood' },
      { fate: 'lost', message: 'Not imported: `parameters.bodyParametersJson`.' },
    ])
    const json = { jsonParameters: true, bodyParametersJson: '={"a": {{ $json.a }}}' }
    expect(one('httpRequest', json).done.http_config).toMatchObject({ body: { a: '{{ input.a }}' } })
    expect(one('httpRequest', { url: 'x', contentType: 'json' }).said).toMatchObject([{ fate: 'understood' }])
  })

  it('with code is a script on one item', () => {
    const { done, said } = one('code', { jsCode: 'return [{ json: { n: $json.n + 1 } }]\n' })
    expect(done.code).toContain('const $json = input\n')
    expect(done.code).toContain('\nreturn [{ json: { n: $json.n + 1 } }]\n\n}')
    expect(said).toMatchObject([{ fate: 'changed' }])
    expect(one('function', { functionCode: 'return items' }).done.code).toContain('\nreturn items\n')
    expect(one('code', { language: 'python', pythonCode: 'a\nb' })).toMatchObject({
      done: { code: expect.stringContaining('// a\n// b\nthrow') },
      said: [{ fate: 'lost' }],
    })
    expect(one('code').done.code).toContain('throw')
    const nodes = [start, act('A'), act('B'), node('Do', 'code', { jsCode: '' })]
    const joined = convert(nodes, connect('Start>A', 'Start>B', 'A>Do', 'B>Do'))
    expect(joined.step('Do').code).toContain('const $json = state\n')
  })

  it('that sets JSON sets its fields, unless expressions make it up', () => {
    expect(one('set', { jsonOutput: '{"a": [1], "b": "x"}' }).done).toMatchObject({ set: { a: '[1]', b: '"x"' } })
    expect(one('set', { jsonOutput: '={ {{ $json.a }} }' }).done).toMatchObject({ function: 'n8n.set' })
  })

  it('that waits is a timer or a signal', () => {
    expect(one('wait', { amount: 5, unit: 'minutes' }).done).toMatchObject({ type: 'WAIT', duration_seconds: 300 })
    expect(one('wait').done).toMatchObject({ duration_seconds: 3600 })
    expect(one('wait', {}, { typeVersion: 1.1 }).done).toMatchObject({ duration_seconds: 5 })
    expect(one('wait', { amount: 5, unit: 'moons' }).done).toMatchObject({ duration_seconds: 5 })
    expect(one('wait', { amount: '={{ $json.s }}', unit: 'seconds' }).done).toMatchObject({
      duration_seconds: 'input.s',
    })
    expect(one('wait', { resume: 'specificTime', dateTime: '2030-01-01T00:00:00Z' }).done).toMatchObject({
      until: '2030-01-01T00:00:00Z',
    })
    expect(one('wait', { amount: '={{ $json.minutes }}', unit: 'minutes' }).done).toMatchObject({
      duration_seconds: 'input.minutes * 60',
    })
    expect(one('wait', { amount: '={{ $json.a + 1 }}', unit: 'hours' }).done).toMatchObject({
      duration_seconds: '(input.a + 1) * 3600',
    })
    expect(one('wait', { resume: 'specificTime', dateTime: '2030-01-01T00:00:00' })).toMatchObject({
      done: { until: '2030-01-01T00:00:00' },
      said: [{ fate: 'changed' }],
    })
    expect(one('wait', { resume: 'specificTime' }).done.type).toBe('WAIT')
    expect(one('wait', { resume: 'webhook' })).toMatchObject({
      done: { type: 'SIGNAL', signal: 'do' },
      said: [{ fate: 'changed' }],
    })
  })

  it('that starts another workflow starts a child', () => {
    expect(one('executeWorkflow', { workflowId: { value: '7', cachedResultName: 'Send mail' } }).done).toMatchObject({
      type: 'SUB_WORKFLOW',
      sub_workflow_type: 'Send_mail',
      input: '{{ input }}',
    })
    expect(one('executeWorkflow', { workflowId: { value: 'b7' } }).done).toMatchObject({
      sub_workflow_type: 'Workflow_b7',
    })
    const nodes = [start, act('A'), act('B'), node('Do', 'executeWorkflow')]
    const joined = convert(nodes, connect('Start>A', 'Start>B', 'A>Do', 'B>Do'))
    expect(joined.step('Do')).toMatchObject({ sub_workflow_type: 'Workflow' })
    expect(joined.step('Do')).not.toHaveProperty('input')
  })

  it('that stops fails the run', () => {
    expect(one('stopAndError', { errorMessage: 'No "way"' }).done.code).toBe('throw new Error("No \\"way\\"")\n')
    expect(one('stopAndError', { errorMessage: '={{ $json.a.b() }}' }).done.code).toContain('"$json.a.b()"')
    expect(one('stopAndError').done.code).toContain('Stopped')
  })

  it('that is not known calls a function still to be written, with what it was set to', () => {
    const { done, said } = one(
      'googleSheets',
      { sheet: 'A', row: '={{ $json.row }}' },
      { credentials: { google: { id: '1', name: 'secret' } } },
    )
    expect(done).toMatchObject({ function: 'n8n.google_sheets', with: { sheet: 'A', row: '{{ input.row }}' } })
    expect(said).toMatchObject([{ fate: 'lost' }, { fate: 'lost', message: expect.stringContaining('credentials') }])
    expect(JSON.stringify(done)).not.toContain('"secret"')
    expect(one('slack', { at: '={{ $now }}' })).toMatchObject({
      done: { with: { at: '{{ $now }}' } },
      said: [{ fate: 'kept' }, { fate: 'lost' }],
    })
    expect(one('mystery').done).not.toHaveProperty('with')
    expect(one('constructor').done).toMatchObject({ function: 'n8n.constructor' })
  })

  it('keeps its description, its retries, and whether it is switched off or may fail', () => {
    const more = { notes: 'Why', disabled: true, retryOnFail: true, maxTries: 5, waitBetweenTries: 2000 }
    expect(one('mystery', {}, more).done).toMatchObject({
      description: 'Why',
      when: 'false',
      retry: { max_attempts: 5, initial_interval_seconds: 2 },
    })
    expect(one('mystery', {}, { retryOnFail: true, notes: '' }).done).toMatchObject({
      retry: { max_attempts: 3, initial_interval_seconds: 1 },
    })
    expect(one('mystery', {}, { continueOnFail: true }).done).toMatchObject({ on_error: 'ignore' })
    expect(one('mystery', {}, { onError: 'continueRegularOutput' }).done).toMatchObject({ on_error: 'ignore' })
    const failing = one('mystery', {}, { onError: 'continueErrorOutput' }, ['Do>Next', 'Do:1>Other'])
    expect(failing.done).toMatchObject({ next: ['Next'], on_failure: { target_step: 'Other' } })
    expect(one('mystery', {}, { onError: 'continueErrorOutput' }, ['Do>Next']).done).toMatchObject({
      on_failure: { target_step: 'Do_failed' },
    })
  })
})
