import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const clean = (step: Record<string, unknown>) => {
  const { root, left } = withoutSecrets({ steps: [{ name: 'A', ...step }] } as never)
  const [first] = root.steps as Record<string, unknown>[]
  return { ...first, left }
}

describe('steps without their secrets', () => {
  it('refer to a secret where a request had one', () => {
    const headers = {
      Authorization: 'Bearer abc',
      'x-api-key': 'k',
      Accept: 'text/plain',
      'X-Token': '{{ secrets.T }}',
    }
    expect(clean({ http_config: { url: 'https://me:pass@host/path', headers } })).toEqual({
      name: 'A',
      http_config: {
        url: 'https://host/path',
        headers: {
          Authorization: '{{ secrets.AUTHORIZATION }}',
          'x-api-key': '{{ secrets.X_API_KEY }}',
          Accept: 'text/plain',
          'X-Token': '{{ secrets.T }}',
        },
      },
      left: ['url', 'Authorization', 'x-api-key'],
    })
  })

  it('refer to a secret for a parameter of an address, and for an entry of a JSON text, which stays as it is written', () => {
    const url = 'https://host/y?api_key=abc&page={{ state.page & 1 }}&token={{ secrets.T }}#access_token=def'
    const body = '{\n  "amount": {{ state.amount }},\n  "password": "a\\"b", "key": "k", "token": "{{ secrets.T }}" }'
    expect(clean({ http_config: { url, body, form: 'grant=x&client_secret=s' } })).toEqual({
      name: 'A',
      http_config: {
        url: 'https://host/y?api_key={{ secrets.API_KEY }}&page={{ state.page & 1 }}&token={{ secrets.T }}#access_token={{ secrets.ACCESS_TOKEN }}',
        body: body.replace('a\\"b', '{{ secrets.PASSWORD }}'),
        form: 'grant=x&client_secret={{ secrets.CLIENT_SECRET }}',
      },
      left: ['api_key', 'access_token', 'password', 'client_secret'],
    })
    const said = clean({
      with: { link: 'https://u:p@host/?token=abc&a=b', json: '["token", {"token":"abc"}]' },
    })
    expect(said).toMatchObject({ with: { link: 'https://host/?token=&a=b', json: '["token", {"token":""}]' } })
  })

  it('refer to a secret where only a part of one is said elsewhere', () => {
    const headers = {
      'X-Auth-Key': 'k',
      Authorization: 'Bearer sk-live-1 {{ run.id }}',
      'Proxy-Authorization': 'Basic {{ secrets.USER }}:{{ secrets.PASSWORD }}',
      'X-Token': 'x{{ run.id }}',
      Cookie: 'Bearer {{ sk-live-1',
      'X-Api-Key': '{{ secrets.KEY }}',
    }
    expect(clean({ http_config: { headers } })).toMatchObject({
      http_config: {
        headers: {
          'X-Auth-Key': '{{ secrets.X_AUTH_KEY }}',
          Authorization: '{{ secrets.AUTHORIZATION }}',
          'Proxy-Authorization': headers['Proxy-Authorization'],
          'X-Token': '{{ secrets.X_TOKEN }}',
          Cookie: '{{ secrets.COOKIE }}',
          'X-Api-Key': headers['X-Api-Key'],
        },
      },
      left: ['X-Auth-Key', 'Authorization', 'X-Token', 'Cookie'],
    })
  })

  it('say nothing where an argument was secret, in lists and loops too', () => {
    const body = [{ name: 'B', with: { password: 'p', token: '', list: ['a', 1] } }]
    expect(clean({ loop_body: body, tasks: [{ name: 'T', input: { secret: 's' } }] })).toEqual({
      name: 'A',
      loop_body: [{ name: 'B', with: { password: '', token: '', list: ['a', 1] } }],
      tasks: [{ name: 'T', input: { secret: '' } }],
      left: ['password', 'secret'],
    })
  })

  it('are the same object where there is none, and expressions and forms are none', () => {
    const root = { steps: [{ name: 'A', set: { token: 'state.token' }, form: { properties: { password: {} } } }] }
    expect(withoutSecrets(root).root).toBe(root)
  })
})
