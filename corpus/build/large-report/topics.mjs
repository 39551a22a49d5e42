// @ts-check
/** What the sections of the long report are about. */

/**
 * @typedef {object} Topic
 * @property {string} name
 * @property {string} records What auditors look at.
 * @property {string} owner Who is responsible.
 */

/** @type {readonly Topic[]} */
export const TOPICS = [
  { name: 'Training of new operators', records: 'training cards', owner: 'the training coordinator' },
  {
    name: 'Calibration of measuring equipment',
    records: 'calibration certificates',
    owner: 'the metrology laboratory',
  },
  { name: 'Fire protection', records: 'inspection tags of extinguishers', owner: 'the fire warden' },
  { name: 'Storage of chemicals', records: 'safety data sheets', owner: 'the store keeper' },
  { name: 'Waste separation', records: 'transfer notes', owner: 'the environmental officer' },
  {
    name: 'Control of drawings',
    records: 'drawings with their revision marks',
    owner: 'the engineering office',
  },
  { name: 'Incoming inspection', records: 'inspection reports', owner: 'the goods receiving team' },
  { name: 'Preventive maintenance', records: 'maintenance orders', owner: 'the maintenance planner' },
  { name: 'Handling of complaints', records: 'complaint files', owner: 'the quality desk' },
  { name: 'Packaging and labelling', records: 'label samples', owner: 'the packing line' },
  { name: 'Energy consumption', records: 'meter readings', owner: 'the facility manager' },
  { name: 'Noise at the workplace', records: 'noise measurements', owner: 'the safety engineer' },
  { name: 'Access to buildings', records: 'badge lists', owner: 'the site security' },
  { name: 'Backup of production data', records: 'backup protocols', owner: 'the systems administrator' },
  { name: 'Software on test benches', records: 'version lists', owner: 'the test engineering group' },
  { name: 'First aid', records: 'lists of first-aiders', owner: 'the works nurse' },
  { name: 'Lifting gear', records: 'test certificates of cranes and slings', owner: 'the crane inspector' },
  { name: 'Pressure vessels', records: 'vessel logs', owner: 'the boiler attendant' },
  { name: 'Internal transport', records: 'licences of forklift drivers', owner: 'the logistics lead' },
  { name: 'Water treatment', records: 'analyses of waste water', owner: 'the water laboratory' },
  { name: 'Review by management', records: 'minutes of review meetings', owner: 'the site management' },
  { name: 'Change of processes', records: 'change requests', owner: 'the process owner' },
  { name: 'Identification of batches', records: 'batch cards', owner: 'the shift leaders' },
  { name: 'Control of returned goods', records: 'return slips', owner: 'the returns desk' },
  { name: 'Personal protective equipment', records: 'issue lists', owner: 'the equipment store' },
  { name: 'Emergency drills', records: 'drill reports', owner: 'the emergency coordinator' },
  { name: 'Archiving of records', records: 'archive registers', owner: 'the records office' },
  {
    name: 'Electrical safety',
    records: 'test stickers of electrical devices',
    owner: 'the electrical workshop',
  },
  { name: 'Cleanliness of production areas', records: 'cleaning schedules', owner: 'the area leads' },
  { name: 'Planning of capacity', records: 'capacity plans', owner: 'the production planner' },
  { name: 'Release of first samples', records: 'sample reports', owner: 'the release board' },
  { name: 'Ergonomics', records: 'workplace assessments', owner: 'the health service' },
  { name: 'Communication with authorities', records: 'letters and permits', owner: 'the legal department' },
];

export const SITES = ['Brandt Harbor', 'Elm Creek', 'North Quay'];
