import { describe, expect, test, vi } from 'vitest'
import { mayMoveEnds, moveEnds } from '../commands/edge-commands.ts'
import { addStep, connectSteps, moveSteps, removeSelection, tidyUp } from '../commands/step-commands.ts'
import { edge, text, world } from './testing/session-world.ts'

describe('a session', () => {
  test('arranges steps without a place for the screen only', async () => {
    const { session, settle, flow } = world()
    expect(flow().nodes).toHaveLength(0)
    await settle()
    expect(flow().nodes.map((node) => node.id)).toEqual(['Score', 'Gate', 'Pay', 'Refuse'])
    expect(session.document.store.getState().text).toBe(text)
  })

  test("moving one step makes the whole picture the author's, as one undo step", async () => {
    const { session, settle, graph } = world()
    await settle()
    moveSteps(session, { Pay: { x: 401.4, y: 300 } })
    expect(graph().nodes.every((node) => node.placed)).toBe(true)
    expect(graph().nodes.find((node) => node.id === 'Pay')?.position).toEqual({ x: 401, y: 300 })
    session.document.undo()
    expect(session.document.store.getState().text).toBe(text)
  })

  test('a step added from the palette goes under the selected one, joined to it, and is selected', async () => {
    const { session, settle, graph } = world()
    await settle()
    session.selection.selectStep('Refuse')
    expect(addStep(session, 'HUMAN')).toBe(true)
    const [created] = session.selection.store.getState().steps
    expect(graph().nodes.find((node) => node.id === created)?.step.type).toBe('HUMAN')
    expect(graph().edges).toContainEqual(edge('Refuse', created ?? ''))
    expect(session.view.store.getState().fieldRequest?.path).toEqual(['title'])
  })

  test('a step dropped on another one stands beside it', async () => {
    const { session, settle, flow } = world()
    await settle()
    const score = flow().nodes[0]?.position ?? { x: 0, y: 0 }
    addStep(session, 'WAIT', { position: { x: score.x + 100, y: score.y + 4 } })
    const [created] = session.selection.store.getState().steps
    const placed = flow().nodes.find((node) => node.id === created)?.position
    expect(placed).toEqual({ x: score.x + 232, y: score.y + 4 })
  })

  test('only what changed gets a new object on the canvas', async () => {
    const { session, settle, flow } = world()
    await settle()
    const before = flow().nodes
    session.selection.selectStep('Pay')
    const after = flow().nodes
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after[2]).toMatchObject({ selected: true, domAttributes: { tabIndex: 0 } })
    expect(after.filter((node) => node.domAttributes?.tabIndex === 0)).toHaveLength(1)
    const { edges } = flow()
    session.document.perform({ type: 'set_field', step: 'Score', path: ['function'], value: 'loans.rate' })
    expect(flow().nodes[0]?.data.summary).toContain('loans.rate')
    expect(flow().nodes[1]).toBe(after[1])
    // The same list: the canvas need not even look at it.
    expect(flow().edges).toBe(edges)
  })

  test('problems stand on the node, in its accessible name and on the edge of a wrong condition', async () => {
    const { session, settle, flow } = world({ text: text.replace('state.score > 5', 'state.score >') })
    await settle()
    const gate = flow().nodes.find((node) => node.id === 'Gate')
    expect(gate?.ariaLabel).toBe('Gate, Decision, 1 problem')
    expect(session.overlay.getState().nodes.Gate?.problems).toEqual({ count: 1, severity: 'error' })
    expect(Object.values(session.overlay.getState().edges)).toEqual(['failed'])
  })

  test('what is empty in a new step is to do while it is filled in, also under its new name, and then a problem', async () => {
    const { session, settle, flow } = world()
    await settle()
    const label = (step: string) => flow().nodes.find((node) => node.id === step)?.ariaLabel
    addStep(session, 'WAIT', { position: { x: 600, y: 0 } })
    const [added = ''] = session.selection.store.getState().steps
    session.perform({ type: 'rename_step', step: added, name: 'Pause' })
    await settle()
    expect(label('Pause')).toBe('Pause, Timer, 2 to do')
    session.selection.selectStep('Score')
    expect(label('Pause')).toBe('Pause, Timer, 2 problems')
    addStep(session, 'WAIT', { position: { x: 900, y: 0 } })
    const [second = ''] = session.selection.store.getState().steps
    await settle()
    expect(label(second)).toContain('to do')
    session.view.openDialog('publish')
    expect(label(second)).toContain('problems')
  })

  test('what is around the canvas follows an edit on it behind the frame, and one in a field at once', async () => {
    const { session, settle, paint } = world()
    await settle()
    const around = () => session.deferred.document.getState().text
    const now = () => session.document.store.getState().text
    const follows = (edit: () => unknown) => {
      const before = around()
      edit()
      expect(now()).not.toBe(before)
      const isBehind = around() === before
      paint()
      expect(around()).toBe(now())
      expect(session.deferred.selection.getState()).toBe(session.selection.store.getState())
      return isBehind
    }
    expect(follows(() => addStep(session, 'WAIT', { position: { x: 600, y: 0 } }))).toBe(true)
    expect(follows(() => session.document.undo())).toBe(true)
    expect(follows(() => session.document.type(`${now()}# more\n`))).toBe(true)
    expect(follows(() => session.perform({ type: 'rename_step', step: 'Pay', name: 'Paid' }))).toBe(false)
  })

  test('functions that nobody registered are warned about once the server has said which there are', async () => {
    const { session, settle } = world()
    const of = (step: string) =>
      session.problems.store
        .getState()
        .byStep.get(step)
        ?.map(({ code }) => code)
    session.know({ functions: new Set(['loans.score', 'loans.refuse']), workflows: new Set() })
    expect(of('Pay')).toBeUndefined()
    await settle()
    expect(of('Pay')).toEqual(['FUNCTION_UNKNOWN'])
    expect(of('Score')).toBeUndefined()
    session.know({ functions: new Set(['loans.pay', 'loans.score', 'loans.refuse']), workflows: new Set() })
    expect(of('Pay')).toBeUndefined()
  })

  test('what is wrong with a text that was just opened is found in pieces, between which the page answers', async () => {
    let now = 0
    const { session, settle } = world(
      { text: text.replace('state.score > 5', 'state.score >') },
      new Map(),
      new Map(),
      () => {
        now += 20
        return now
      },
    )
    const found = () => session.problems.store.getState().all.length
    await settle()
    expect(found()).toBe(0)
    for (let piece = 0; found() === 0 && piece < 20; piece += 1) await settle()
    expect(found()).toBe(1)
  })

  test('what is wrong with a draft is looked for once it is drawn', async () => {
    const wrong = { text: text.replace('state.score > 5', 'state.score >') }
    const { session, paint, settle } = world(wrong, new Map(), new Map(), () => 0, false)
    const found = () => session.problems.store.getState().all.length
    await settle()
    paint()
    await settle()
    expect(found()).toBe(0)
    paint()
    await settle()
    expect(found()).toBe(1)
  })

  test('a renamed step stays selected, a removed one does not', async () => {
    const { session, settle } = world()
    await settle()
    session.selection.selectStep('Pay')
    session.perform({ type: 'rename_step', step: 'Pay', name: 'Disburse' })
    expect([...session.selection.store.getState().steps]).toEqual(['Disburse'])
    removeSelection(session)
    expect(session.selection.store.getState()).toMatchObject({ current: null })
    expect(session.selection.store.getState().steps.size).toBe(0)
  })

  test('a pinned output follows its step to a new name, back by undo and forth by redo', async () => {
    const { session, settle } = world()
    await settle()
    const pins = () => Object.keys(session.trial.store.getState().pins)
    session.trial.pin('Pay', { output: 1 })
    session.perform({ type: 'rename_step', step: 'Pay', name: 'Disburse' })
    expect(pins()).toEqual(['Disburse'])
    session.document.undo()
    expect(pins()).toEqual(['Pay'])
    session.document.redo()
    expect(pins()).toEqual(['Disburse'])
  })

  test('what may not be joined is refused and changes nothing', async () => {
    const { session } = world()
    expect(connectSteps(session, 'Pay', 'Pay')).toBe(false)
    expect(session.document.store.getState().text).toBe(text)
  })

  test('only the ends of what is selected can be dragged: they go where the edge may lead, and it stays selected', async () => {
    const { session, settle, flow, graph } = world()
    await settle()
    const { edges } = flow()
    expect(edges.filter(({ reconnectable }) => reconnectable)).toEqual([])
    const edgeTo = (target: string) => graph().edges.find((one) => one.source === 'Gate' && one.target === target)
    const toPay = edgeTo('Pay')
    if (toPay === undefined) throw new Error('Nothing leads to Pay.')
    session.selection.selectEdge(toPay.id)
    expect(flow().edges.flatMap(({ id, reconnectable }) => (reconnectable ? [id] : []))).toEqual([toPay.id])
    addStep(session, 'WAIT', { position: { x: 600, y: 0 } })
    const [added = ''] = session.selection.store.getState().steps
    expect(mayMoveEnds(session, toPay, 'Gate', 'Gone')).toBe(false)
    expect(mayMoveEnds(session, toPay, 'Gate', added)).toBe(true)
    moveEnds(session, toPay, 'Gate', added)
    expect(edgeTo('Pay')).toBeUndefined()
    expect(edgeTo(added)?.label).toBe('state.score > 5')
    expect([...session.selection.store.getState().edges]).toEqual([edgeTo(added)?.id])
  })

  test('tidying up is one undo step', async () => {
    const { session, settle } = world()
    await settle()
    vi.stubGlobal('requestAnimationFrame', setTimeout)
    await tidyUp(session)
    vi.unstubAllGlobals()
    expect(session.document.store.getState().text).toContain('layout:')
    session.document.undo()
    expect(session.document.store.getState().text).toBe(text)
  })

  test('tidying up keeps groups together, and notes with their steps', async () => {
    const { session, settle } = world({
      text: `# note 1: Ask Ana first\n${text}layout:
  Score: [0, 0]
  Gate: [0, 100]
  Pay: [0, 700]
  Refuse: [300, 700]
  note 1: [600, 690]
  group 1: { title: Ends, steps: [Score, Pay] }
`,
    })
    await settle()
    vi.stubGlobal('requestAnimationFrame', setTimeout)
    await tidyUp(session)
    vi.unstubAllGlobals()
    const { layout } = session.document.store.getState().parsed
    const at = (name: string) => layout[name] as readonly [number, number]
    const top = Math.min(at('Score')[1], at('Pay')[1])
    const bottom = Math.max(at('Score')[1], at('Pay')[1])
    for (const other of ['Gate', 'Refuse']) expect(at(other)[1] < top || at(other)[1] > bottom).toBe(true)
    expect(at('note 1')).toEqual([at('Refuse')[0] + 300, at('Refuse')[1] - 10])
  })

  test('steps that are arranged are drawn before they are written, but not around what is open or folded', async () => {
    const { session, settle, flow } = world({
      text: `${text}layout: { Score: [0, 0], Gate: [0, 100], Pay: [0, 200] }\n`,
    })
    await settle()
    expect(session.flow.drawAhead({ Gate: { x: 7.4, y: 300 } })).toBe(true)
    expect(flow().nodes.find(({ id }) => id === 'Gate')?.position).toEqual({ x: 7, y: 300 })
    expect(session.document.store.getState().graph.nodes[1]?.position).toEqual({ x: 0, y: 100 })
    session.redraw()
    expect(flow().nodes.find(({ id }) => id === 'Gate')?.position).toEqual({ x: 0, y: 100 })
    // What is drawn already is not drawn again when it is written.
    session.flow.drawAhead({ Gate: { x: 7, y: 300 } })
    const { nodes } = flow()
    session.perform({ type: 'move', positions: { Gate: { x: 7, y: 300 } } })
    expect(flow().nodes).toBe(nodes)
    session.perform([
      { type: 'group_steps', steps: ['Score', 'Gate'], title: 'Deciding' },
      { type: 'set_group', group: 'group 1', collapsed: true },
    ])
    expect(session.flow.drawAhead({ Pay: { x: 0, y: 900 } })).toBe(false)
  })

  test('every edit is saved, and undo survives a reload', async () => {
    const { session, settle, saved, shelf } = world()
    await settle()
    session.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.disburse' })
    await settle()
    expect(saved.at(-1)).toContain('loans.disburse')
    session.stop()
    const again = world({ text: saved.at(-1) ?? '', revision: 4 }, shelf)
    expect(again.session.document.undo()).toBe(true)
    expect(again.session.document.store.getState().text).toBe(text)
  })

  test('what was typed and never saved is there after a reload, and is saved then', async () => {
    const { session, shelf } = world()
    session.document.type(text.replace('Loan', 'Lend'))
    session.stop()
    const again = world({}, shelf)
    expect(again.session.document.store.getState().text).toContain('Lend')
    await again.settle()
    expect(again.saved.at(-1)).toContain('Lend')
  })

  test('when somebody else saved meanwhile, both texts are kept for a person to choose', () => {
    const { session, shelf } = world()
    session.document.type(text.replace('Loan', 'Lend'))
    session.stop()
    const again = world({ text: text.replace('Loan', 'Theirs'), revision: 9, updatedBy: 'ana' }, shelf)
    expect(again.session.autosave.store.getState().state).toMatchObject({
      kind: 'conflict',
      theirs: { revision: 9, updatedBy: 'ana' },
    })
    expect(again.session.document.store.getState().text).toContain('Lend')
  })
})
