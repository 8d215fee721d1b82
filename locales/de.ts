import catalog from './de.json' with { type: 'json' };

export default catalog as Readonly<Record<string, string>>;
