import { keyOf, readStoredDraft, type StoredDraft, writeStoredDraft } from './stored-draft.ts'

/** The browser storage for drafts: `storage` is shared by all tabs, `tab` belongs to one tab while it is open. */
export interface SlotPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly tab: Pick<Storage, 'getItem' | 'setItem'>
  /** Whether the storage is lost with the page: the browser keeps nothing for this site. */
  readonly forgets?: boolean
  newId(): string
  now(): number
}
type Looking = Omit<SlotPorts, 'newId'>

export interface SlotDraft extends StoredDraft {
  readonly slot: string
}

/** The silence after which a tab that has not reported leaving may have crashed. */
const silentMs = 30_000
/** The maximum number of tabs whose texts are kept; older texts are removed. */
const most = 16
/** The slot in which earlier versions kept the text of all tabs. */
const shared = ''

const listKey = (name: string) => `heddle.drafts.${name}`
const tabKey = (name: string) => `heddle.slot.${name}`

/**
 * The text that this tab continues with: its own from before a reload, else the newest unsaved text that a closed tab
 * left, else the newest text of all, for its undo history. The text of a tab that still writes stays with that tab.
 */
export function findSlotDraft({ storage, tab, now }: Looking, name: string): SlotDraft | null {
  const all = slotDrafts(storage, name)
  const own = all.find(({ slot }) => slot === read(tab, tabKey(name)))
  const free = all.filter(({ left, at = 0 }) => left === true || now() - at > silentMs)
  return own ?? free.find(({ saved }) => !saved) ?? free[0] ?? null
}

/**
 * The slot of this page load. Each load has its own slot, so that two tabs never overwrite each other, not even a tab and
 * its duplicate. The draft that this tab continues with moves into the slot with the first write.
 */
export function takeSlot(ports: SlotPorts, name: string) {
  const { storage, tab, newId, now } = ports
  const kept = findSlotDraft(ports, name)
  const slot = newId()
  return {
    kept,
    /** Returns false if storage is full or disabled: then only this page has the text. */
    keep(draft: StoredDraft, left = false): boolean {
      const written = writeStoredDraft(storage, name, { ...draft, at: now(), ...(left ? { left } : {}) }, slot)
      const slots = slotsOf(storage, name)
      if (slots[0] === slot) return written && !ports.forgets
      write(tab, tabKey(name), slot)
      const others = slots.filter((other) => other !== slot && other !== kept?.slot)
      for (const gone of [...others.slice(most - 1), ...(kept === null ? [] : [kept.slot])])
        storage.removeItem(keyOf(name, gone))
      const listed = write(storage, listKey(name), JSON.stringify([slot, ...others.slice(0, most - 1)]))
      return written && listed && !ports.forgets
    },
  }
}

/** The unsaved texts of other tabs of this browser, except the text that is open already. */
export function unsavedElsewhere(ports: Looking, name: string, text: string): readonly SlotDraft[] {
  const own = read(ports.tab, tabKey(name))
  return slotDrafts(ports.storage, name).filter(
    (other) => other.slot !== own && !other.saved && other.text !== text && other.text !== other.base,
  )
}

/** Newest first. */
function slotDrafts(storage: Looking['storage'], name: string): readonly SlotDraft[] {
  const found = slotsOf(storage, name).flatMap((slot): readonly SlotDraft[] => {
    const draft = readStoredDraft(storage, name, slot)
    return draft === null ? [] : [{ ...draft, slot }]
  })
  return found.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

function slotsOf(storage: Looking['storage'], name: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(read(storage, listKey(name)) ?? '[]')
    const slots = Array.isArray(list) ? list.filter((slot) => typeof slot === 'string' && slot !== shared) : []
    return [...slots, shared]
  } catch {
    return [shared]
  }
}

function read(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    // Storage is disabled.
    return null
  }
}

function write(storage: Pick<Storage, 'setItem'>, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    // Storage is full or disabled: nothing is stored.
    return false
  }
}
