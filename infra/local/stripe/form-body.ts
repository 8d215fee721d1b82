/** A value of a form: nested as its brackets say. */
export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

/** Reads `a[b][0]=c` as Stripe does; lists are objects with numbers for names. */
export function formObject(body: string): FormObject {
  const root: FormObject = Object.create(null);
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() as string;
    let at = root;
    for (const part of path) {
      const inner = at[part];
      const next: FormObject = typeof inner === 'object' ? inner : Object.create(null);
      at[part] = next;
      at = next;
    }
    at[last] = value;
  }
  return root;
}
