/** The names under which Heddle answers: the host of requests, and the origin of its own pages. */
export interface Site {
  readonly hosts: ReadonlySet<string>
  /** Whether pages of this origin are Heddle's own. */
  isOwnOrigin(origin: string): boolean
  /** The refusal of a request under another name. */
  readonly refusal: string
}

/** This machine, by its names, on the port. */
export function localSite(port: number): Site {
  const names = ['localhost', '127.0.0.1', '[::1]']
  const hosts = new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])))
  return {
    hosts,
    isOwnOrigin: (origin) => origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase()),
    refusal: `Heddle runs in local mode and answers http://localhost:${port} only.`,
  }
}

/** The public URL: one host and one origin. Its origin is `https://heddle.example`, without a default port. */
export function publicSite(publicUrl: string): Site {
  const { host, origin, port } = new URL(publicUrl)
  return {
    hosts: new Set(port === '' ? [host, `${host}:443`] : [host]),
    isOwnOrigin: (asked) => asked.toLowerCase() === origin,
    refusal: `Heddle answers ${origin} only.`,
  }
}
