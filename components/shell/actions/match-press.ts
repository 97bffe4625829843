import { type ActionScope, actionsIn, pageScopes } from './action.ts'
import { currentActions } from './action-store.ts'
import { isReserved, matchShortcut, type ShortcutMatch } from './match-shortcut.ts'

const modifiers = new Set(['Shift', 'Control', 'Meta', 'Alt'])

/** The meaning of a key press at its target; `pending` is the first key of a sequence, pressed a moment ago. */
export function matchPress(event: KeyboardEvent, pending: string | null): ShortcutMatch | { readonly kind: 'left' } {
  if ((event.defaultPrevented && !isChordOnControl(event)) || event.isComposing || modifiers.has(event.key)) {
    return { kind: 'left' }
  }
  const actions = currentActions()
  const situation = {
    press: event,
    apple: /mac|iphone|ipad/i.test(navigator.userAgent),
    inTextField: isTextField(event.target),
  }
  const otherwise = isReserved({ ...situation, actions }) ? ({ kind: 'unavailable' } as const) : null
  if (isIn(event.target, '[role="menu"],[role="listbox"]')) return otherwise ?? { kind: 'left' }
  const match = matchShortcut({ ...situation, actions: actionsIn(actions, scopeOf(event.target)), pending })
  if (match.kind === 'none' && otherwise) return otherwise
  return match.kind === 'unavailable' && activates(event) ? { kind: 'none' } : match
}

/** Enter and the space bar belong to the focused button or link. */
const activates = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (key === 'Enter' || key === ' ') && !(ctrlKey || metaKey || altKey) && isIn(target, 'button,a[href],summary,input')

/** Whether a key only moves the viewport; such a key does not need parts of the page that are not drawn yet. */
export function movesOnlyTheView(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false
  if (modifiers.has(event.key)) return true
  const match = matchPress(event, null)
  return match.kind === 'perform' && match.action.movesOnlyTheView === true
}

/**
 * A check box and a list of choices swallow every Enter before their form gets it, but do not use Enter with a
 * modifier.
 */
function isChordOnControl({ key, shiftKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  return (
    key === 'Enter' && (shiftKey || ctrlKey || metaKey) && isIn(target, '[role="checkbox"],button[role="combobox"]')
  )
}

/** Radio buttons and check boxes take the focus without text input. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'submit'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

function scopeOf(target: EventTarget | null): ActionScope | null {
  if (!(target instanceof Element)) return null
  if (isIn(target, '[role="dialog"],[role="alertdialog"]')) return 'dialog'
  const scope = target.closest<HTMLElement>('[data-action-scope]')?.dataset.actionScope
  return pageScopes.find((each) => each === scope) ?? null
}
