import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectOriginal } from '#core/definition/testing/dialect-original.ts'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { readSecrets } from '../../secrets.ts'
import { createApp } from '../app.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const yaml = (name: string, extra = '') => `# about ${name}
workflow_type: ${name}
steps:
  - name: Double
    function: t.double   # twice
${extra}`

describe('a name that addresses would resolve to another', () => {
  it.each(['a/../../b', 'a/..', 'a/./b'])('is refused at every door: %s', async (name) => {
    const published = await api.publish(`workflow_type: ${name}\nsteps: [{ name: A, function: t.pass }]\n`)
    expect(await published.json()).toMatchObject({
      error: { code: 'INVALID_DEFINITION', message: expect.stringContaining('no part of it is . or ..') },
    })
    const at = encodeURIComponent(name)
    const asked = [
      api.fetch(`/v1/workflows/${at}`),
      api.post(`/v1/workflows/run?name=${at}`, {}),
      api.fetch(`/v1/workflow-runs?workflow=${at}`),
      api.post('/api/trpc/workflows.create', { name }),
      api.post('/api/trpc/workflows.duplicate', { name: 'A', newName: name }),
      api.post('/api/trpc/runs.start', { workflow: name, input: {} }),
    ]
    for (const response of await Promise.all(asked)) {
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('no part of it is . or ..')
    }
  })
})

it('a name in an address is decoded once, before it is judged (ASVS 1.1.1)', async () => {
  expect((await api.publish(yaml('Once'))).status).toBe(201)
  const status = async (name: string) => (await api.fetch(`/v1/workflows/${name}`)).status
  expect(await status('On%63e')).toBe(200)
  // A percent sign is in no name.
  expect(await status('On%2563e')).toBe(400)
  expect(await status('a%2F..%2FOnce')).toBe(400)
})

describe('publishing by POST /v1/workflows', () => {
  it('answers 201 with name, version and hash, and gives back the exact bytes', async () => {
    const text = yaml('content/generate')
    const response = await api.publish(text)
    expect(response.status).toBe(201)
    const hash = createHash('sha256').update(text).digest('hex')
    expect(await response.json()).toEqual({ workflows: [{ name: 'content/generate', version: 1, hash, problems: [] }] })
    const read = await api.fetch('/v1/workflows/content/generate')
    expect(await read.text()).toBe(text)
    expect(read.headers.get('content-type')).toContain('application/yaml')
    expect(await (await api.fetch('/v1/workflows/content%2Fgenerate?version=1')).text()).toBe(text)
  })

  it.each([
    ['as it is', (text: string) => text],
    ['with other ends of lines', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with blanks and without an end', (text: string) => `${text.replaceAll('\n', '  \n')}\n\n# the end \t`],
  ])('gives back the exact bytes of an original of Ruvon %s, published, drafted and exported', async (_, written) => {
    const text = written(dialectOriginal)
    const response = await api.publish(text)
    expect([response.status, await response.clone().text()]).toEqual([201, expect.any(String)])
    const hash = createHash('sha256').update(text).digest('hex')
    expect(await response.json()).toMatchObject({ workflows: [{ name: 'Order_Processing', hash }] })
    const read = await api.fetch('/v1/workflows/Order_Processing')
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(text))).toBe(true)
    const drafted = `Drafted_${text.length}`
    const imported = await api.post('/api/trpc/workflows.import', { text: text.replace('Order_Processing', drafted) })
    expect(imported.status).toBe(200)
    const input = encodeURIComponent(JSON.stringify({ name: drafted }))
    const { result } = (await (await api.fetch(`/api/trpc/workflows.draft?input=${input}`)).json()) as {
      result: { data: { text: string } }
    }
    expect(result.data.text.replace(drafted, 'Order_Processing')).toBe(text)
  })

  it('gives the same version for the same bytes and the next for others', async () => {
    const versionOf = async (text: string) => {
      const { workflows } = (await (await api.publish(text)).json()) as { workflows: [{ version: number }] }
      return workflows[0].version
    }
    expect(await versionOf(yaml('Versions'))).toBe(1)
    expect(await versionOf(yaml('Versions'))).toBe(1)
    expect(await versionOf(yaml('Versions', '# changed\n'))).toBe(2)
    expect(await versionOf(yaml('Versions'))).toBe(3)
    expect(await (await api.fetch('/v1/workflows/Versions?version=2')).text()).toBe(yaml('Versions', '# changed\n'))
  })

  it('publishes several documents together, comments with the document that follows them', async () => {
    const response = await api.publish(`${yaml('First')}---\n${yaml('Second')}`)
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ workflows: [{ name: 'First' }, { name: 'Second', version: 1 }] })
    expect(await (await api.fetch('/v1/workflows/Second')).text()).toContain('# about Second\nworkflow_type: Second')
  })

  it('publishes nothing when one of several has an error', async () => {
    const response = await api.publish(`${yaml('Good')}---\n${yaml('Bad', '    next: Nowhere\n')}`)
    expect(response.status).toBe(422)
    const body = (await response.json()) as { error: { code: string; field: string } }
    expect(body.error.code).toBe('INVALID_DEFINITION')
    expect(body.error.field).toMatch(/^steps\.0\.next/)
    expect((await api.fetch('/v1/workflows/Good')).status).toBe(404)
  })

  it('numbers simultaneous publishers one after the other', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => yaml('Raced', `# ${index}\n`))
    const responses = await Promise.all(texts.map((text) => api.publish(text)))
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as {
      workflows: [{ version: number }]
    }[]
    const versions = bodies.map(({ workflows }) => workflows[0].version)
    expect(versions.toSorted((a, b) => a - b)).toEqual(texts.map((_, index) => index + 1))
  })

  it('warns of a function that nobody has registered and publishes all the same', async () => {
    const response = await api.publish('workflow_type: Foreign\nsteps:\n  - name: A\n    function: nowhere.at_all\n')
    expect(response.status).toBe(201)
    const { workflows } = (await response.json()) as { workflows: [{ problems: unknown[] }] }
    expect(workflows[0].problems).toMatchObject([
      { code: 'FUNCTION_UNKNOWN', severity: 'warning', step: 'A', path: ['steps', 0, 'function'] },
    ])
  })

  it('warns of a secret that is not set or has no origins, and publishes all the same', async () => {
    const secrets = readSecrets({
      HEDDLE_SECRET_UNBOUND: 'value-1',
      HEDDLE_SECRET_INNER: 'value-2',
      HEDDLE_ORIGINS_INNER: 'functions',
      HEDDLE_SECRET_BOUND: 'value-3',
      HEDDLE_ORIGINS_BOUND: 'https://a.example',
    })
    const app = createApp({ ...api.services, secrets, actorOf: () => localActor, onError: () => undefined })
    const codesOf = async (name: string) => {
      const body = `workflow_type: Sends\nsteps:\n  - name: A\n    type: HTTP\n    http_config: { url: "https://a.example/{{ secrets.${name} }}" }\n`
      const headers = { 'content-type': 'application/yaml' }
      const response = await app.request('/v1/workflows', { method: 'POST', headers, body })
      expect(response.status).toBe(201)
      const text = await response.text()
      expect(text).not.toContain('value-')
      return (JSON.parse(text) as { workflows: [{ problems: { code: string }[] }] }).workflows[0].problems.map(
        ({ code }) => code,
      )
    }
    expect(await codesOf('UNBOUND')).toEqual(['SECRET_WITHOUT_ORIGINS'])
    expect(await codesOf('INNER')).toEqual(['SECRET_WITHOUT_ORIGINS'])
    expect(await codesOf('GONE')).toEqual(['SECRET_UNKNOWN'])
    expect(await codesOf('BOUND')).toEqual([])
  })

  it('leaves a draft alone that somebody has changed since the last version', async () => {
    await api.publish(yaml('Edited'))
    await api.services.stores.pool.query("update draft set text = text || '# mine' where name = 'Edited'")
    await api.publish(yaml('Edited', '# theirs\n'))
    const { rows } = await api.services.stores.pool.query("select text from draft where name = 'Edited'")
    expect(rows[0].text).toBe(`${yaml('Edited')}# mine`)
    await api.publish(yaml('Followed'))
    await api.publish(yaml('Followed', '# next\n'))
    const followed = await api.services.stores.pool.query("select text from draft where name = 'Followed'")
    expect(followed.rows[0].text).toBe(yaml('Followed', '# next\n'))
  })
})

describe('what is not there, and what is not understood', () => {
  const check = async (response: Response | Promise<Response>, status: number, error: Record<string, unknown>) => {
    const answer = await response
    expect(answer.status).toBe(status)
    const body = (await answer.json()) as { error: Record<string, unknown> }
    expect(body.error).toMatchObject(error)
    expect(body.error.message).toEqual(expect.any(String))
  }

  it('names what is missing', async () => {
    await api.publish(yaml('There'))
    await check(api.fetch('/v1/workflows/Nowhere'), 404, { code: 'NOT_FOUND', field: 'name' })
    await check(api.fetch('/v1/workflows/There?version=9'), 404, { code: 'NOT_FOUND', field: 'version' })
    await check(api.fetch('/v1/nothing'), 404, { code: 'NOT_FOUND' })
  })

  it('names the parameter', async () => {
    await check(api.fetch('/v1/workflows/There?version=x'), 400, { code: 'BAD_REQUEST', field: 'version' })
    await check(api.fetch('/v1/workflows/There?verison=1'), 400, { code: 'BAD_REQUEST', field: 'verison' })
    await check(api.fetch('/v1/workflows?limit=-1'), 400, { field: 'limit' })
    await check(api.fetch('/v1/workflows?limit=1&limit=2'), 400, { field: 'limit' })
    await check(api.fetch('/v1/workflows?cursor=zzz'), 400, { code: 'INVALID_CURSOR', field: 'cursor' })
    await check(api.fetch('/v1/workflows/__proto__'), 400, { field: 'name' })
  })

  it('pages through the list, capped, each workflow once', async () => {
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await api.fetch(`/v1/workflows?limit=3${cursor && `&cursor=${cursor}`}`)
      const page = (await response.json()) as { items: { name: string }[]; next_cursor: string | null }
      names.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor
    }
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('content/generate')
    expect((await api.fetch('/v1/workflows?limit=1000000000')).status).toBe(200)
  })

  it('takes YAML by its media type only', async () => {
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', '']) {
      const init = { method: 'POST', headers: { 'content-type': type }, body: yaml('Typed') }
      await check(api.fetch('/v1/workflows', init), 415, { code: 'UNSUPPORTED_MEDIA_TYPE' })
    }
  })
})

describe('validating by POST /v1/workflows/validate', () => {
  it('knows every other workflow, however many there are, and says which is missing', async () => {
    await api.services.stores.pool.query(
      `insert into workflow (owner_id, name) select 'local', 'Filler' || n from generate_series(1, $1::int) n`,
      [limits.shown.workflowNames],
    )
    expect((await api.publish(yaml('Zulu'))).status).toBe(201)
    const calls = (name: string) =>
      `workflow_type: Caller\nsteps:\n  - name: Call\n    type: SUB_WORKFLOW\n    sub_workflow_type: ${name}\n`
    const problemsOf = async (name: string) => {
      const headers = { 'content-type': 'application/yaml' }
      const init = { method: 'POST', headers, body: calls(name) }
      const said = (await (await api.fetch('/v1/workflows/validate', init)).json()) as {
        workflows: [{ problems: { code: string }[] }]
      }
      return said.workflows[0].problems.map(({ code }) => code)
    }
    expect(await problemsOf('Zulu')).toEqual([])
    expect(await problemsOf('Nobody')).toEqual(['WORKFLOW_UNKNOWN'])
  })
})
