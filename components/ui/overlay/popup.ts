/**
 * Classes of floating elements: menus, selects, popovers. At 400 % zoom a window is 320 pixels wide, and no popup is
 * wider.
 */
export const popupClasses =
  'z-50 min-w-40 max-w-[calc(100vw-1rem)] overflow-hidden rounded-m border border-line-strong bg-surface text-ink shadow-high data-[state=open]:animate-appear'

/** One choosable row in a popup. */
export const rowClasses =
  'relative flex min-h-7 items-center gap-2 rounded-s px-2 py-0.5 text-body outline-none select-none data-[disabled=""]:opacity-55 data-[disabled=true]:opacity-55 data-highlighted:bg-hover data-[selected=true]:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0'
