/** A variable that the template gives a function; throws at start, by name, when it is missing. */
export const environment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};
