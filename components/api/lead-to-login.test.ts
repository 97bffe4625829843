import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSignOut, leadToLogin } from './lead-to-login.ts'

const refused = (code: string, field: string | null = null) =>
  Object.assign(new Error('Log in.'), { data: { apiCode: code, field } })

describe('a page whose session is over', () => {
  const assign = vi.fn()
  let session: unknown = null

  beforeEach(() => {
    vi.stubGlobal('window', { location: { pathname: '/runs', search: '?status=FAILED', assign } })
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ session })))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    assign.mockReset()
    session = null
  })

  it('leads to the login, and back to itself', async () => {
    await leadToLogin(refused('UNAUTHENTICATED', 'session'))
    expect(assign).toHaveBeenCalledExactlyOnceWith('/login?to=%2Fruns%3Fstatus%3DFAILED')
  })

  it('leads to the second factor that the owner demands', async () => {
    await leadToLogin(refused('SECOND_FACTOR_NEEDED'))
    expect(assign).toHaveBeenCalledExactlyOnceWith('/second-factor?to=%2Fruns%3Fstatus%3DFAILED')
  })

  it('stays when the session is there still', async () => {
    session = { member: true }
    await leadToLogin(refused('UNAUTHENTICATED', 'session'))
    expect(assign).not.toHaveBeenCalled()
  })

  it('leaves the navigation of a logout alone, until that has failed', async () => {
    const end = beginSignOut()
    await leadToLogin(refused('UNAUTHENTICATED', 'session'))
    expect(assign).not.toHaveBeenCalled()
    end()
    await leadToLogin(refused('UNAUTHENTICATED', 'session'))
    expect(assign).toHaveBeenCalledOnce()
  })
})
