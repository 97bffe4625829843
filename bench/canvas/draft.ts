/** A draft to measure with: its name, the size it counts as, and its text. */
export interface BenchDraft {
  readonly name: string
  readonly nodes: number
  readonly text: string
}

interface DraftOptions {
  /** Without positions everything is arranged when the draft is opened. */
  readonly layout: boolean
}

const blockSize = 10
/** What one block takes on the canvas, in pixels. */
const block = { width: 900, height: 920 } as const

/**
 * A draft of so many steps as people write them: blocks of ten steps of ten
 * types, each with a decision of three ways, a failure edge and expressions,
 * one block leading to the next.
 */
export function benchDraft(nodes: number, { layout }: DraftOptions = { layout: true }): BenchDraft {
  const name = `Bench_${nodes}${layout ? '' : '_bare'}`
  const blocks = Math.ceil(nodes / blockSize)
  const columns = Math.max(1, Math.round(Math.sqrt((blocks * block.height * 1.5) / block.width)))
  const steps: string[] = []
  const places: string[] = []
  for (let index = 0; index < blocks; index += 1) {
    const left = (index % columns) * block.width
    const top = Math.floor(index / columns) * block.height
    for (const [stepName, x, y, text] of blockOf(index, index + 1 < blocks)) {
      steps.push(text)
      places.push(`  ${stepName}: [${left + x}, ${top + y}]`)
    }
  }
  const head = [
    `workflow_type: ${name}`,
    'description: Made for measuring',
    'saga_enabled: true',
    'input_schema:',
    '  type: object',
    '  properties:',
    '    amount: { type: number }',
    '    region: { type: string }',
    '    items: { type: array, items: { type: string } }',
    'steps:',
  ]
  const text = [...head, ...steps, ...(layout ? ['layout:', ...places] : []), ''].join('\n')
  return { name, nodes, text }
}

type Placed = readonly [name: string, x: number, y: number, text: string]

function blockOf(n: number, goesOn: boolean): readonly Placed[] {
  return [
    [
      `Check_${n}`,
      240,
      0,
      `  - { name: Check_${n}, function: orders.check, output_key: check_${n}, timeout_seconds: 30 }`,
    ],
    [
      `Choose_${n}`,
      240,
      110,
      `  - name: Choose_${n}
    type: DECISION
    routes:
      - condition: input.amount > ${1000 + n}
        target: Review_${n}
      - condition: input.region == "EU" && state.check_${n} != null
        target: Fetch_${n}
      - target: Set_${n}`,
    ],
    [
      `Review_${n}`,
      0,
      230,
      `  - name: Review_${n}
    type: HUMAN
    groups: [reviewers]
    next: Book_${n}`,
    ],
    [
      `Fetch_${n}`,
      240,
      230,
      `  - name: Fetch_${n}
    type: HTTP
    http_config: { method: GET, url: "https://tax.example/{{ input.region }}/${n}" }
    next: Book_${n}`,
    ],
    [
      `Set_${n}`,
      480,
      230,
      `  - name: Set_${n}
    type: TRANSFORM
    set: { total_${n % 40}: input.amount * 1.19 }
    next: Book_${n}`,
    ],
    [
      `Book_${n}`,
      240,
      350,
      `  - name: Book_${n}
    type: ASYNC
    function: orders.book
    retry: { max_attempts: 4, backoff: 2 }
    on_failure: { target_step: Repair_${n} }
    next: Each_${n}`,
    ],
    [
      `Each_${n}`,
      240,
      460,
      `  - name: Each_${n}
    type: PARALLEL
    iterate_over: input.items
    task_function: orders.ship
    next: Signal_${n}`,
    ],
    [
      `Repair_${n}`,
      560,
      460,
      `  - name: Repair_${n}
    type: SCRIPT
    code: "return { repaired: true }"
    next: Signal_${n}`,
    ],
    [
      `Signal_${n}`,
      240,
      570,
      `  - name: Signal_${n}
    type: SIGNAL
    signal: shipped_${n}
    when: input.amount > 0
    next: Wait_${n}`,
    ],
    [
      `Wait_${n}`,
      240,
      680,
      `  - { name: Wait_${n}, type: WAIT, duration_seconds: 60, next: ${goesOn ? `Check_${n + 1}` : 'END'} }`,
    ],
  ]
}
