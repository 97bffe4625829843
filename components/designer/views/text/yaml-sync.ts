import { createWritingPace, performLater } from '../../model/pacing/writing-pace.ts'
import type { Session } from '../../model/session.ts'
import { fieldOfCursor, focusedField } from './field-link.ts'
import { stepAt } from './yaml/step-at.ts'
import type { YamlView } from './yaml-view.ts'

/** The time that showing the text may take after every frame, and the idle time required where it takes longer. */
const frameMs = 8
const pauseMs = 150

/** The events with which the user begins to use the text. */
const catching = ['pointerdown', 'focusin', 'paste'] as const

/**
 * The text editor and the document, kept equal in both directions. Typed text is written into the document at the
 * writing pace. A changed document is shown in the editor:
 *
 * - after the frame in which the canvas shows the change, text and marks in two consecutive frames;
 * - in a pause, if showing it would delay the next frames;
 * - at once, if the editor has the focus and the change is not typing.
 *
 * While typed text is pending, nothing is shown: writing the typed text shows the document again.
 */
export class YamlSync {
  readonly #session: Session
  readonly #pace = createWritingPace()
  #view: YamlView | null = null
  #typed: string | null = null
  #cursor = 0
  /** How long the editor took to show the last change. */
  #tookMs = 0
  #cancelWrite = () => {}
  #cancelShow = () => {}

  constructor(session: Session) {
    this.#session = session
  }

  /** Begins to follow the document and the element around the editor; the returned function ends it. */
  begin(view: YamlView, place: HTMLElement): () => void {
    this.#view = view
    const { document, selection, problems, view: screen } = this.#session
    this.#show()
    this.#showRequest()
    this.#takeFocus()
    const soon = () => this.#showSoon()
    const stops = [
      document.holdTyping(() => this.flush()),
      document.store.subscribe((state, before) => {
        if (state.text !== before.text) soon()
        if (state.parsed !== before.parsed && view.hasFocus) this.#point()
      }),
      problems.store.subscribe(soon),
      selection.store.subscribe((state, before) => {
        if (state.steps !== before.steps) soon()
      }),
      screen.store.subscribe((state, before) => {
        if (state.textRequest !== before.textRequest) this.#showRequest()
        if (state.panelRequest !== before.panelRequest) this.#takeFocus()
        if (state.fieldInFocus !== before.fieldInFocus) soon()
      }),
    ]
    // The text is brought up to date before the user types into it.
    const catchUp = () => this.#show()
    for (const event of catching) place.addEventListener(event, catchUp, true)
    const left = () => screen.pointAt(null)
    place.addEventListener('focusout', left)
    return () => {
      left()
      place.removeEventListener('focusout', left)
      this.flush()
      this.#cancelShow()
      for (const event of catching) place.removeEventListener(event, catchUp, true)
      for (const stop of stops) stop()
      view.destroy()
    }
  }

  /** Takes typed text, and writes it into the document at the writing pace. */
  typed(text: string): void {
    this.#typed = text
    this.#cancelWrite()
    const when = this.#pace.next()
    if (when === 'at_once') this.flush()
    else this.#cancelWrite = performLater(when, () => this.flush())
  }

  /** Writes pending typed text now. */
  flush(): void {
    this.#cancelWrite()
    if (this.#typed === null) return
    const text = this.#typed
    this.#typed = null
    const startedAt = performance.now()
    this.#session.document.type(text)
    this.#pace.wrote(performance.now() - startedAt)
  }

  /** Selects the step at the text cursor, and marks the field there. */
  cursorMoved(offset: number): void {
    this.#cursor = offset
    const { document, selection } = this.#session
    const step = stepAt(document.store.getState().parsed, offset)
    const { steps } = selection.store.getState()
    if (step !== null && (steps.size !== 1 || !steps.has(step))) selection.selectStep(step)
    this.#point()
  }

  /** Marks the field at the cursor; pending typing is marked after it is parsed. */
  #point(): void {
    if (this.#typed === null) this.#session.view.pointAt(...fieldOfCursor(this.#session, this.#cursor))
  }

  #show(): void {
    if (this.#showText()) this.#showMarks()
  }

  #showSoon(): void {
    const { change } = this.#session.document.store.getState()
    if (this.#view?.hasFocus && change?.origin !== 'typing') {
      this.#show()
      return
    }
    this.#cancelShow()
    this.#cancelShow = performLater(this.#tookMs < frameMs ? 'behind_frame' : pauseMs, () => {
      if (this.#showText()) this.#cancelShow = performLater('behind_frame', () => this.#showMarks())
    })
  }

  /** Returns false if typing is pending. */
  #showText(): boolean {
    this.#cancelShow()
    if (this.#typed !== null) return false
    const startedAt = performance.now()
    const { text, change } = this.#session.document.store.getState()
    // If several changes are shown at once, the editor computes the smallest difference.
    this.#view?.showText({ text, splices: change?.splices })
    this.#tookMs = performance.now() - startedAt
    return true
  }

  #showMarks(): void {
    const { document, selection, problems } = this.#session
    const { parsed } = document.store.getState()
    const { steps } = selection.store.getState()
    const [step] = steps.size === 1 ? steps : []
    this.#view?.showMarks({
      problems: problems.store.getState().all,
      step: step === undefined ? null : (parsed.source.stepRange(step) ?? null),
      field: focusedField(this.#session),
    })
  }

  /** Scrolls to the text that another part asks to see. */
  #showRequest(): void {
    const { view: screen } = this.#session
    const { textRequest } = screen.store.getState()
    if (textRequest === null) return
    this.#show()
    this.#view?.reveal(textRequest.range)
    screen.met('textRequest')
  }

  /** Focuses the editor if another part asks for this panel. */
  #takeFocus(): void {
    const { view: screen } = this.#session
    if (screen.store.getState().panelRequest?.tab !== 'yaml') return
    this.#show()
    this.#view?.focus()
    screen.met('panelRequest')
  }
}
