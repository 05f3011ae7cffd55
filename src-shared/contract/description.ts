/**
 * What the service says about itself, compared with what we assumed, and what a person decided. Every
 * value is text that can be read and typed: a path with `{keys}`, a name, "required" or "optional",
 * names separated by commas.
 */
import type { Catalogue, Evidence, Platform } from '../catalogue/types.ts';
import { z } from 'zod';

/** Longest value of a correction; the longest meaningful one is a list of fields. */
export const maxCorrectionLength = 20_000;
/** Identifies a fact: `name:photoshare.users.search:name`, `path:…`, `fields:microblog.post`. */
export const factIdSchema = z.string().min(1).max(400);

/** State of the latest reading of the description. */
export type DescriptionState =
  /** Never requested. */
  | { kind: 'neverAsked' }
  | { kind: 'asking' }
  | { kind: 'read'; at: string }
  /** Missing, broken or too large: nothing changed. `message`: whole sentences. */
  | { kind: 'failed'; at: string; message: string };

/** The current description: the last one that could be read. */
interface ReadDescription {
  /** When it was read, ISO 8601. */
  at: string;
  /** `/openapi.json` or `/openapi.yaml`. */
  source: string;
  title: string;
  version: string;
  /** Number of paths in it. */
  paths: number;
}

export const factKindSchema = z.enum([
  /** An endpoint's path: "/api/data/forum/comments/users/{username}/live". */
  'path',
  /** A parameter's name on the wire. */
  'name',
  /** Whether a parameter is `required` or `optional`. */
  'required',
  /** A parameter's allowed values, separated by commas. */
  'values',
  /** The value that the service uses if a parameter is omitted. */
  'default',
  /** A parameter's smallest and largest value, "1–100". */
  'limits',
  /** The names that `fields` takes for a resource, separated by commas. */
  'fields',
]);
export type FactKind = z.infer<typeof factKindSchema>;

export interface FactName {
  kind: FactKind;
  /** An endpoint, a resource (`fields`), or all stored data (`stored`). */
  subject: string;
  /** A parameter or an option (`cursor`, `fields`…); null if the fact is about the subject itself. */
  key: string | null;
}

/** `name:photoshare.users.search:name`, `fields:microblog.post`. */
export const factId = ({ kind, subject, key }: FactName): string =>
  key === null ? `${kind}:${subject}` : `${kind}:${subject}:${key}`;

/** A place of the catalogue that the service or the person may change: what it is about, what each says. */
export interface Fact {
  id: string;
  kind: FactKind;
  platform: Platform | null;
  /** Its question's id (for stored data, the stored one); null if it is about several. */
  endpointId: string | null;
  /** The question's title, or what the items are: "Posts by their IDs", "microblog posts". */
  question: string;
  /** What it is about, in plain words: "The name of “Post IDs”", "The path". */
  about: string;
  /**
   * Whether the specification leaves it open. Otherwise it is documented, and listed because the
   * description says something else or the person changed it.
   */
  isAssumed: boolean;
  /** What we assume, or what is documented. */
  ours: string;
  /**
   * What the service's description says and how it was recognised, or why it settles nothing, in a
   * sentence; null: it wasn't asked, or says nothing of this.
   */
  service: { value: string | null; why: string } | null;
  /** Names in the description for the person to choose from. */
  candidates: string[];
  /** The person's decision; null: none. */
  person: string | null;
  /** The effective value. Precedence: person, service, ours; of what is documented, person, ours. */
  inForce: { value: string; by: Evidence };
}

/** An endpoint that only the description has. */
interface Discovered {
  /** Its form; null if none could be made. */
  endpointId: string | null;
  platform: Platform | null;
  title: string;
  path: string;
  /** Why it has no form, in a sentence. */
  leftOut: string | null;
}

/** The service profile: everything known about the current service beyond the specification. */
export interface ServiceProfile {
  /** `sample`, or the origin of the service's address. */
  profileId: string;
  state: DescriptionState;
  /** Null: only the specification, our assumptions and the person's corrections apply. */
  description: ReadDescription | null;
  facts: Fact[];
  discovered: Discovered[];
  /** Number of the person's corrections. */
  corrections: number;
}

/** The service profile and the effective catalogue. */
export interface ServiceProfileReply {
  serviceProfile: ServiceProfile;
  catalogue: Catalogue;
  /** Replies and events may overtake each other: the higher number is the newer state. */
  revision: number;
}

/** The outcome of an import. */
export interface ImportedProfile extends ServiceProfileReply {
  taken: number;
  /** What was omitted or is worth knowing, in whole sentences. */
  notices: string[];
}
