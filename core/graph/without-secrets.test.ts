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
