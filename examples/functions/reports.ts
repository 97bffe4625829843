import { numberFrom } from '../shared/references.ts'

interface ReportState {
  readonly shop: string
  readonly day: string
}

interface Gathered extends ReportState {
  readonly orders?: number
  readonly turnover?: number
  readonly returned?: number
  readonly low_stock?: readonly string[]
}

/** What was sold: in place of a query of a shop's database. */
export function sales({ shop, day }: ReportState) {
  const orders = 20 + numberFrom(`${shop} ${day}`, 60)
  return { orders, turnover: Math.round(orders * (30 + numberFrom(day, 20))) }
}

/** What came back. */
export function returns({ shop, day }: ReportState) {
  return { returned: numberFrom(`returns ${shop} ${day}`, 6) }
}

/** What is about to run out. */
export function stock({ shop }: ReportState) {
  const shelf = ['Bobbin', 'Reed', 'Shuttle', 'Treadle', 'Warp beam']
  return { low_stock: shelf.filter((article) => numberFrom(`${shop} ${article}`, 3) === 0) }
}

/** The text that is sent in the morning. */
export function write(state: Gathered) {
  const { shop, day, orders = 0, turnover = 0, returned = 0, low_stock: low = [] } = state
  const shelves = low.length === 0 ? 'The shelves are full.' : `Running low: ${low.join(', ')}.`
  return { report: `${shop}, ${day}: ${orders} orders, ${turnover} euros, ${returned} returned. ${shelves}` }
}

/** In place of a mail server: who got what stands in the engine's log. */
export function mail({ shop, report }: Gathered & { readonly report?: string }) {
  return { mailed_to: `${shop.toLowerCase()}@example.com`, characters: report?.length ?? 0 }
}
