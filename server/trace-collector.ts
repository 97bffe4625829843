/** The OpenTelemetry collector that receives spans, by OTLP over HTTP. */
export interface TraceCollector {
  /** The base address, such as http://127.0.0.1:4318. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}

/** The collector of the settings; undefined without an address. */
export function traceCollector(endpoint: string | undefined, headers: string | undefined): TraceCollector | undefined {
  return endpoint === undefined ? undefined : { endpoint, headers: headersOfList(headers ?? '') ?? {} }
}

const pair = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*=\s*(\S*)\s*$/i

/** Headers as OpenTelemetry writes them: `name=value` pairs separated by commas. Null for another text. */
export function headersOfList(list: string): Readonly<Record<string, string>> | null {
  const pairs = list.split(',').filter((each) => each.trim() !== '')
  const found = pairs.map((each) => pair.exec(each))
  if (found.some((each) => each === null)) return null
  try {
    return Object.fromEntries(
      found.flatMap((each) => (each ? [[each[1]?.toLowerCase() ?? '', decodeURIComponent(each[2] ?? '')]] : [])),
    )
  } catch {
    return null
  }
}
