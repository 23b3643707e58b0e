import AsyncAlgorithms
import Collections
import EntityGraph
import Foundation
import Hummingbird
import Logging
import Metrics

/// Every public type of EntityGraph, unqualified: a name that another module has too is ambiguous.
let types: [Any.Type] = [
  Aggregate<Book, Int>.self,
  Attribute.self,
  AttributeOption.self,
  Column<Book, Int>.self,
  Columns<Book>.self,
  Condition<Book>.self,
  ConflictError.self,
  DeleteRule.self,
  Entity.self,
  FetchRequest<Book>.self,
  FetchSource.self,
  Fetched.self,
  Field<Book, String>.self,
  FieldCount<Book>.self,
  Fields<Book>.self,
  GroupCondition<Book>.self,
  GroupRequest<Book>.self,
  ManagedObject.self,
  ManagedObjectContext.self,
  Migration.self,
  MigrationPlan.self,
  MigrationPolicy.self,
  MigrationProgress.self,
  MigrationStage.self,
  ModelError.self,
  ModelProblem.self,
  ModelSubject.self,
  ObjectColumn<Book, Author>.self,
  ObjectID.self,
  ObjectModel.self,
  OptionalAggregate<Book, Int>.self,
  OptionalColumn<Book, Int>.self,
  OptionalObjectColumn<Book, Author>.self,
  PersistentContainer.self,
  Property.self,
  PropertyError.self,
  ReadError.self,
  Relationship.self,
  ResultRequest<Book, String>.self,
  SnapshotFields<Snapshot1.Book>.self,
  SnapshotID<Snapshot1.Book>.self,
  SnapshotJSON<[String]>.self,
  SnapshotMembers<Snapshot1.Book>.self,
  SortDirection.self,
  StageObject.self,
  StorageClass.self,
  StorageType.self,
  StoreError.self,
  StoreLocation.self,
  StoreOptions.self,
  StoredValue.self,
  ValidationError.self,
]

/// Every public protocol of EntityGraph, unqualified.
let protocols: [Any.Type] = [
  (any AttributeColumn).self,
  (any ManagedObjectProtocol).self,
  (any NumericAttribute).self,
  (any OrderedAttribute).self,
  (any PlaceholderProviding).self,
  (any ResultColumn).self,
  (any SelectableRequest).self,
  (any SnapshotObject).self,
  (any Storable).self,
  (any StoredPrimitive).self,
  (any TextAttribute).self,
  (any ToManyValue).self,
]
