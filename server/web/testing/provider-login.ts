import { Browser, type LoginServer } from './login-server.ts'

/** A person at a browser who has cookies at Heddle and at providers. */
export class ProviderLogin {
  readonly browser: Browser
  readonly #server: LoginServer
  readonly #atProviders = new Map<string, Browser>()

  constructor(server: LoginServer) {
    this.#server = server
    this.browser = server.browser()
  }

  /** Begins a login; the address at the provider. */
  async begin(body: object = {}): Promise<string> {
    const response = await this.browser.post('/api/auth/provider/login', { provider: 'oidc', ...body })
    return ((await response.json()) as { location: string }).location
  }

  /** Logs in at the provider, or goes back without; the address that the provider leads back to. */
  async atProvider(location: string, name: string | null): Promise<URL> {
    let url = new URL(location)
    const browser = this.#at(url.origin)
    for (let hop = 0; hop < 12; hop += 1) {
      const path = url.pathname + url.search
      const isForm = url.pathname.startsWith('/interaction/')
      const response = isForm
        ? await browser.send(path, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(name === null ? { cancel: 'yes' } : { login: name }),
          })
        : await browser.get(path)
      const to = response.headers.get('location')
      if (to === null) throw new Error(`${url.href} answers ${response.status}: ${await response.text()}`)
      url = new URL(to, url)
      if (url.origin === new URL(this.#server.url).origin) return url
    }
    throw new Error('The provider does not lead back.')
  }

  /** Comes back from the provider; where Heddle leads on to. */
  async comeBack(url: URL): Promise<string | null> {
    return (await this.browser.get(url.pathname + url.search)).headers.get('location')
  }

  /** A whole login; where Heddle leads on to. */
  async logIn(name: string | null, body: object = {}): Promise<string | null> {
    return this.comeBack(await this.atProvider(await this.begin(body), name))
  }

  /** Logs out at a provider, on its own page. */
  async logOutAt(issuer: string): Promise<void> {
    const browser = this.#at(issuer)
    const page = await (await browser.get('/session/end')).text()
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
    await browser.send('/session/end/confirm', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
  }

  #at(origin: string): Browser {
    const known = this.#atProviders.get(origin) ?? new Browser(origin, this.browser.address)
    this.#atProviders.set(origin, known)
    return known
  }
}
