/** The name of a format in messages, and its test. */
export interface Format {
  readonly name: string
  test(text: string): boolean
}

/** The longest text of any format; longer texts fail without a test. */
const longest = 4_096

const date = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i
const email = /^[^\s@"(),:;<>[\\\]]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}$/
const uri = /^[A-Za-z][A-Za-z0-9+.-]{0,31}:[^\s<>"{}|\\^`]+$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`)
const hostname =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const [, year, month, day] = (date.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 && !isLeap ? 28 : (daysInMonth[month - 1] as number))
}

function isDateTime(text: string): boolean {
  return /^[Tt ]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && time.test(text.slice(11))
}

const formats: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    date: { name: 'a date such as 2027-01-31', test: isDate },
    time: { name: 'a time such as 09:30:00Z', test: (text) => time.test(text) },
    'date-time': { name: 'a time such as 2027-01-31T09:30:00Z', test: isDateTime },
    email: { name: 'a mail address', test: (text) => email.test(text) && !/^\.|\.\.|\.@/.test(text) },
    uri: { name: 'an address such as https://example.com', test: (text) => uri.test(text) },
    url: { name: 'an address such as https://example.com', test: (text) => uri.test(text) },
    uuid: { name: 'a UUID', test: (text) => uuid.test(text) },
    ipv4: { name: 'an IPv4 address', test: (text) => ipv4.test(text) },
    hostname: { name: 'a host name', test: (text) => hostname.test(text) },
  } satisfies Record<string, Format>),
)

/** Null when the text has the format, or when the format is not known and so demands nothing. */
export function formatMismatch(format: string, text: string): string | null {
  const known = formats.get(format)
  if (known === undefined || (text.length <= longest && known.test(text))) return null
  return known.name
}
