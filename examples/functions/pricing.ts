interface Basket {
  readonly items: readonly { readonly price?: number; readonly quantity?: number }[]
}

/** What the items cost, with a tenth off from a hundred units. */
export function calculate({ items }: Basket) {
  const units = items.reduce((sum, { quantity = 1 }) => sum + quantity, 0)
  const full = items.reduce((sum, { price = 10, quantity = 1 }) => sum + price * quantity, 0)
  return { price: Math.round(full * (units >= 100 ? 0.9 : 1) * 100) / 100 }
}
